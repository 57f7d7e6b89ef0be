"""Perl: where packages are loaded from, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TREE = {
    "lib/App/Cart.pm": """package App::Cart;
use parent 'App::Base';
use App::Util qw(trim);
use App::More;
sub new { my $class = shift; return $class->SUPER::new(@_) }
sub total {
  my ($self) = @_;
  $self->items; $self->total; trim(1); by_default(1); on_demand(1);
  App::Util::pad(1);
  my $log = App::Log->new;
  $log->write;
  App::Log->new->write;
  helper();
  Other::Class->new;
  $unknown->write;
}
sub helper { }
1;
""",
    "lib/App/Base.pm": "package App::Base;\nsub new { my $class = shift; bless {} }\n"
    "sub items { my $self = shift }\n1;\n",
    "lib/App/Util.pm": "package App::Util;\nsub trim { }\nsub pad { }\n1;\n",
    "lib/App/More.pm": "package App::More;\nuse Exporter 'import';\n"
    "our @EXPORT = qw(by_default);\nour @EXPORT_OK = qw(on_demand);\n"
    "sub by_default { }\nsub on_demand { }\n1;\n",
    "lib/App/Log.pm": "package App::Log;\nsub write { my $self = shift }\n1;\n",
    "lib/helper.pm": "package Elsewhere;\nsub helper { }\n1;\n",
    "script/tool.pl": "package Tool::Inside;\nsub run { }\n1;\n",
}


@pytest.mark.parametrize(
    ("statement", "leads"),
    [
        ("use App::Cart;", "lib/App/Cart.pm"),
        ("use App::Gone;", "external App::Gone"),
        ("use List::Util qw(sum);", "external List::Util"),
        ("use Cart;", "external Cart"),
        ("use Tool::Inside;", "script/tool.pl"),
        ("require '../lib/helper.pm';", "lib/helper.pm"),
        ("require './gone.pl';", "dangling no such file: t/gone.pl"),
    ],
)
def test_imports(statement: str, leads: str) -> None:
    assert list(imported(TREE | {"t/a.pl": statement + "\n"}, "t/a.pl").values()) == [leads]


def test_calls() -> None:
    assert bound(TREE, "lib/App/Cart.pm") == {
        "5 new": "lib/App/Base.pm#App::Base::new",
        "8 items": "lib/App/Base.pm#App::Base::items",
        "8 total": "lib/App/Cart.pm#App::Cart::total",
        "8 trim": "lib/App/Util.pm#App::Util::trim",
        "8 by_default": "lib/App/More.pm#App::More::by_default",
        "8 on_demand": "external",
        "9 pad": "lib/App/Util.pm#App::Util::pad",
        "10 new": "lib/App/Log.pm#App::Log",
        "11 write": "lib/App/Log.pm#App::Log::write",
        "12 new": "lib/App/Log.pm#App::Log",
        "12 write": "lib/App/Log.pm#App::Log::write",
        "13 helper": "lib/App/Cart.pm#App::Cart::helper",
        "14 new": "external",
        "15 write": "candidate lib/App/Log.pm#App::Log::write",
    }
