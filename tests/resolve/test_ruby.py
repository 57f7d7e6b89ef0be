"""Ruby: which files are loaded, and whom calls mean."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

GEM = {
    "shop.gemspec": "",
    "lib/shop.rb": "module Shop\n  def self.open_all; end\nend\n",
    "lib/shop/cart.rb": """
module Shop
  class Cart < Base
    include Priced, Listed
    attr_reader :items
    def initialize; @log = Log.new; end
    def total; items; price; refresh; @log.write; self.class.build; gone; end
    def self.build; new; end
  end
end
""",
    "lib/shop/base.rb": "module Shop\n  class Base\n    def refresh; end\n  end\nend\n",
    "lib/shop/priced.rb": "module Shop\n  module Priced\n    def price; items; end\n  end\nend\n",
    "lib/shop/log.rb": "class Shop::Log\n  def write; end\nend\n",
    "lib/shop/log_more.rb": "module Shop\n  class Log\n    def more; end\n  end\nend\n",
    "lib/shop/listed.rb": "module Shop::Listed\n  def refresh; end\nend\n",
    "lib/other.rb": "class Cart\n  def total; end\nend\n",
    "spec/spec_helper.rb": "def build_cart; end\n",
    "spec/shop/cart_spec.rb": "",
}


@pytest.mark.parametrize(
    ("statement", "leads"),
    [
        ("require 'shop'", "lib/shop.rb"),
        ("require 'shop/cart'", "lib/shop/cart.rb"),
        ("require 'spec_helper'", "spec/spec_helper.rb"),
        ("require_relative '../../lib/shop/base'", "lib/shop/base.rb"),
        ("require_relative 'gone'", "dangling no such file: spec/shop/gone.rb"),
        ("require 'json'", "external json"),
        ("require 'cart'", "external cart"),
        ("require 'shop/gone'", "external shop"),
        ("autoload :Cart, 'shop/cart'", "lib/shop/cart.rb"),
        ("load 'lib/other.rb'", "lib/other.rb"),
    ],
)
def test_imports(statement: str, leads: str) -> None:
    texts = GEM | {"spec/shop/cart_spec.rb": statement + "\n"}
    assert list(imported(texts, "spec/shop/cart_spec.rb").values()) == [leads]


def test_members_of_classes_that_stand_in_several_files() -> None:
    assert bound(GEM, "lib/shop/cart.rb") == {
        "6 new": "lib/shop/log.rb#Shop::Log",
        "7 items": "lib/shop/cart.rb#Shop::Cart::items",
        "7 price": "lib/shop/priced.rb#Shop::Priced::price",
        "7 refresh": "lib/shop/listed.rb#Shop::Listed::refresh",
        "7 write": "lib/shop/log.rb#Shop::Log::write",
        "7 build": "lib/shop/cart.rb#Shop::Cart::build",
        "7 class": "external",
        "7 gone": "external",
        "8 new": "lib/shop/cart.rb#Shop::Cart",
    }


def test_constants_are_names_of_the_whole_repository() -> None:
    use = """
require 'spec_helper'
cart = Shop::Cart.new
cart.total
Shop::Log.new.more
Cart.new
Shop.open_all
build_cart()
unknown().total
puts 1
File.open
"""
    assert bound(GEM | {"spec/use_spec.rb": use}, "spec/use_spec.rb") == {
        "3 new": "lib/shop/cart.rb#Shop::Cart",
        "4 total": "lib/shop/cart.rb#Shop::Cart::total",
        "5 new": "lib/shop/log.rb#Shop::Log",
        "5 more": "lib/shop/log_more.rb#Shop::Log::more",
        "6 new": "lib/other.rb#Cart",
        "7 open_all": "lib/shop.rb#Shop::open_all",
        "8 build_cart": "spec/spec_helper.rb#build_cart",
        "9 total": "candidate lib/other.rb#Cart::total, lib/shop/cart.rb#Shop::Cart::total",
        "9 unknown": "external",
        "10 puts": "external",
        "11 open": "external",
    }


def test_what_a_local_variable_holds_is_not_called() -> None:
    code = "def build; end\ndef use\n  build = Shop.new\n  build()\nend\nclass Shop; end\n"
    assert bound({"a.rb": code}, "a.rb")["4 build"] == "a.rb#build"


def test_a_class_opened_here_that_a_library_defines() -> None:
    tree = {
        "helper.rb": "class Minitest::Test\n  def assert_body(x); end\nend\n",
        "a_test.rb": "class ATest < Minitest::Test\n  def test_it; assert_body(1); end\nend\n",
    }
    assert bound(tree, "a_test.rb") == {"2 assert_body": "helper.rb#Minitest::Test::assert_body"}


def test_what_is_mixed_into_the_main_object() -> None:
    tree = {
        "lib/shop.rb": "module Shop\n  class Cart; end\n  def helps(x); end\nend\n",
        "test/helper.rb": "require 'shop'\ninclude Shop\n",
        "test/cart_test.rb": "require 'helper'\nclass CartTest < Outer::Test\n"
        "  def test_it; Cart.new; helps(1); mixed(1); end\nend\n",
        "lib/other.rb": "module Other\n  def mixed(x); end\nend\n",
    }
    assert bound(tree, "test/cart_test.rb") == {
        "3 new": "lib/shop.rb#Shop::Cart",
        "3 helps": "lib/shop.rb#Shop::helps",
        "3 mixed": "candidate lib/other.rb#Other::mixed",
    }
