"""Elixir: modules by name, aliases, what `use` brings."""

from __future__ import annotations

import pytest

from tests.resolve.memory import bound, imported

TEXTS = {
    "mix.exs": "defmodule Acme.MixProject do\n  defp deps, do: [{:acme_extra, \"~> 1.0\"}]\nend\n",
    "lib/app.ex": "defmodule Acme.App do\n  def run(x), do: x\n  defmodule Sub do\n"
                  "    def deep, do: 1\n  end\nend\n",
    "lib/util/helper.ex": "defmodule Acme.Util.Helper do\n  def help(x), do: x\nend\n",
    "lib/imp.ex": "defmodule Acme.Imp do\n  def imported(x), do: x\nend\n",
    "lib/web.ex": "defmodule Acme.Web do\n  def view do\n    quote do\n      import Acme.Imp\n"
                  "    end\n  end\n  defmacro __using__(which) do\n    quote do\n"
                  "      def injected(x), do: x\n    end\n  end\nend\n",
    "lib/acme.ex": "defmodule Acme do\nend\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("alias Acme.Util.Helper", ["lib/util/helper.ex"]),
        ("alias Acme.Util.Helper, as: H", ["lib/util/helper.ex"]),
        ("alias Acme.{App, Util.Helper}", ["lib/app.ex", "lib/util/helper.ex"]),
        ("alias Acme.App.Sub", ["lib/app.ex"]),
        ("alias __MODULE__.Inner", ["lib/t.ex"]),
        ("import Acme.Imp, only: [imported: 1]", ["lib/imp.ex"]),
        ("use Acme.Web, :view", ["lib/web.ex"]),
        ("require Logger", ["external Logger"]),
        ("alias Acme.Util", ["resolved"]),
        ("alias Acme.Gone", ["dangling no module Acme.Gone"]),
        ("alias Acme.Extra.Thing", ["external Acme.Extra.Thing"]),
        ("alias Ecto.Query", ["external Ecto.Query"]),
    ],
)
def test_imports(line: str, expected: list[str]) -> None:
    text = f"defmodule Acme.T do\n  {line}\n  defmodule Inner do\n  end\nend\n"
    found = imported({**TEXTS, "lib/t.ex": text}, "lib/t.ex").values()
    assert [said.strip() for said in found] == expected


def test_calls() -> None:
    text = """defmodule Acme.T do
  use Acme.Web, :view
  alias Acme.Util
  alias Util.Helper
  alias Acme.App, as: A
  alias Ecto.Query
  def t(x) do
    Helper.help(x)
    Util.Helper.help(x)
    A.run(x)
    A.Sub.deep()
    Acme.App.Sub.deep()
    imported(x)
    injected(x)
    local(x)
    __MODULE__.local(x)
    Inner.in()
    Query.from(x)
    :lists.map(x)
    Enum.map(x, &local/1)
    x |> Helper.help()
    String.run(x)
  end
  defp local(x), do: x
  defmodule Inner do
    def in, do: 1
  end
end
"""
    assert bound({**TEXTS, "lib/t.ex": text}, "lib/t.ex") == {
        "8 help": "lib/util/helper.ex#Acme.Util.Helper.help",
        "9 help": "lib/util/helper.ex#Acme.Util.Helper.help",
        "10 run": "lib/app.ex#Acme.App.run",
        "11 deep": "lib/app.ex#Acme.App.Sub.deep",
        "12 deep": "lib/app.ex#Acme.App.Sub.deep",
        "13 imported": "lib/imp.ex#Acme.Imp.imported",
        "14 injected": "lib/web.ex#Acme.Web.__using__.injected",
        "15 local": "lib/t.ex#Acme.T.local",
        "16 local": "lib/t.ex#Acme.T.local",
        "17 in": "lib/t.ex#Acme.T.Inner.in",
        "18 from": "external",
        "19 map": "external",
        "20 map": "external",
        "20 local": "lib/t.ex#Acme.T.local",
        "21 help": "lib/util/helper.ex#Acme.Util.Helper.help",
        "22 run": "external",
    }
