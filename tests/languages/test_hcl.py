"""What a golden file cannot say of HCL."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

BROKEN = """resource "aws_a" "b" {
  x = "hushed
  y = {{ hushed }
}
variable "after" {
  default = "hushed"
}
resource "aws_c" "d" {}
"""


def test_damage_hides_nothing_after_it() -> None:
    read = record.decode(extract("hcl", BROKEN.encode()))
    assert "partial" in read.marks
    assert {("var.after", 5), ("aws_c.d", 8)} <= {(s.qualname, s.line) for s in read.symbols}
