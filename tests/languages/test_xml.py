"""What the kinds of XML files define and use."""

from __future__ import annotations

import pytest

from uindex import record
from uindex.extract.extract import extract
from uindex.extract.languages.xml.elements import MOST

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.kit</groupId><artifactId>kit-parent</artifactId></parent>
  <artifactId>kit-core</artifactId>
  <modules><module>store</module></modules>
  <properties>
    <kit.version>hushed</kit.version>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit</groupId>
      <artifactId>junit</artifactId>
      <version>${kit.version}</version>
      <exclusions><exclusion><artifactId>hushed</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
  <profiles><profile>
    <id>release</id>
    <activation>hushed</activation>
  </profile></profiles>
</project>
"""
BUILD = """<Project Sdk="Microsoft.NET.Sdk">
  <Import Project="..\\\\Common.props" />
  <PropertyGroup Condition="'$(Mode)' == 'hushed'">
    <OutputPath>hushed</OutputPath>
  </PropertyGroup>
  <ItemGroup><PackageReference Include="Kit.Core" Version="hushed" /></ItemGroup>
  <Target Name="Pack" DependsOnTargets="Build;Sign"><Exec Command="hushed" /></Target>
</Project>
"""
SCHEMA = """<xs:schema xmlns:xs="x">
  <xs:include schemaLocation="base.xsd"/>
  <xs:complexType name="Order">
    <xs:annotation><xs:documentation>One order.</xs:documentation></xs:annotation>
    <xs:sequence><xs:element name="line" type="tns:Line"/></xs:sequence>
  </xs:complexType>
</xs:schema>
"""
MANIFEST = """<manifest package="org.kit">
  <uses-permission android:name="android.permission.INTERNET"/>
  <application android:name=".App"><activity android:name=".ui.Main" android:label="@string/main"/>
  </application>
</manifest>
"""
LIST = """<plist version="1.0"><dict>
  <key>CFBundleName</key><string>hushed</string>
  <key>Roles</key>
  <array>
    <dict><key>Inner</key><true/></dict>
  </array>
</dict></plist>
"""


def read(text: str) -> record.Record:
    data = extract("xml", text.encode())
    assert b"hushed" not in data
    return record.decode(data)


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        (POM, [("module", "kit-core", 3), ("key", "kit.version", 6), ("section", "release", 17)]),
        (BUILD, [("key", "OutputPath", 4), ("target", "Pack", 7)]),
        (SCHEMA, [("type", "Order", 3), ("field", "Order.line", 5)]),
        (MANIFEST, [("component", "App", 3), ("component", "App.Main", 3)]),
        (LIST, [("key", "CFBundleName", 2), ("key", "Roles", 3), ("key", "Roles.Inner", 5)]),
    ],
)
def test_names(text: str, symbols: list[tuple[str, str, int]]) -> None:
    assert [(s.kind, s.qualname, s.line) for s in read(text).symbols] == symbols


@pytest.mark.parametrize(
    ("text", "links"),
    [
        (
            POM,
            {
                ("import", "", "org.kit:kit-parent"), ("import", "", "store"),
                ("import", "", "org.junit:junit"), ("use", "kit.version", ""),
            },
        ),
        (
            BUILD,
            {
                ("import", "", "Microsoft.NET.Sdk"), ("import", "", "..\\\\Common.props"),
                ("import", "", "Kit.Core"), ("use", "Mode", ""), ("use", "Build", ""),
                ("use", "Sign", ""),
            },
        ),
        (SCHEMA, {("import", "", "base.xsd"), ("use", "Line", "tns")}),
        (
            MANIFEST,
            {
                ("use", "INTERNET", "android.permission"), ("use", "App", ""),
                ("use", "Main", ".ui"), ("use", "main", "string"),
            },
        ),
    ],
)  # fmt: skip
def test_links(text: str, links: set[tuple[str, str, str]]) -> None:
    assert {link[:3] for link in read(text).links} == links


def test_documentation_is_the_doc() -> None:
    assert read(SCHEMA).symbols[0].doc == "One order."


def test_names_around_damage_are_found() -> None:
    text = "<a>\n<b name='one'>\n<c name='two\n<d name='three'/>\n</e>\n<f name='four'/>\n</a>\n"
    found = read(text)
    assert {"one": 2, "three": 4, "four": 6}.items() <= {
        s.name: s.line for s in found.symbols
    }.items()
    assert "partial" in found.marks


def test_large_data_is_capped_and_said_to_be() -> None:
    found = read("<a>" + "<b>hushed</b>\n" * (MOST + 10) + "</a>")
    assert found.marks == ("capped",)


@pytest.mark.parametrize(
    "text", ["<" * 100_000, "<a " * 30_000, "<a b='" * 20_000, "<a>" * 50_000, "<!--" * 20_000,
             "</a>" * 50_000, "<a" + " b='c'" * 50_000 + ">", "<![CDATA[" * 20_000,
             "<!D [" * 20_000]
)  # fmt: skip
def test_hard_input_gives_a_record(text: str) -> None:
    read(text)
