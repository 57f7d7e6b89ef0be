"""What a golden file of one dialect cannot say of SQL."""

from __future__ import annotations

from uindex import record
from uindex.extract.extract import extract

MYSQL = r"""
# hushed in a comment? no: words of comments are kept
CREATE TABLE `shop`.`item` (
  `id` int NOT NULL AUTO_INCREMENT COMMENT 'hush\'ed',
  `name` varchar(20) DEFAULT "hush",
  PRIMARY KEY (`id`),
  UNIQUE KEY `by_name` (`name`)
) ENGINE=InnoDB;
INSERT INTO `item` VALUES (1,'hush'),(2,'it\'s; hush (');
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50013 DEFINER=`root`@`localhost` SQL SECURITY DEFINER */
/*!50001 VIEW `v` AS select 1 */;
DELIMITER //
CREATE DEFINER=`root`@`%` PROCEDURE `p` (IN a INT)
BEGIN
  IF a > 0 THEN SELECT 1; END IF;
  CALL q();
END //
CREATE TRIGGER t BEFORE INSERT ON item FOR EACH ROW SET NEW.id = f(1) //
DELIMITER ;
CREATE TABLE after_it (x int);
"""
TSQL = """
SET NOCOUNT ON
GO
CREATE TABLE [dbo].[Order Line] (
  [Id] INT IDENTITY(1,1) NOT NULL,
  [Note] NVARCHAR(MAX) CONSTRAINT [DF] DEFAULT (N'hush'),
  INDEX [IX] NONCLUSTERED ([Id])
)
GO
CREATE OR ALTER PROCEDURE dbo.Save
  @id INT = 3,
  @note NVARCHAR(20)
AS
BEGIN
  CREATE TABLE #work (x INT)
  IF @id = 1
  BEGIN
    EXEC dbo.Log @id
  END
  SELECT 1
END
SELECT 2
GO
CREATE FUNCTION dbo.F (@a INT) RETURNS INT AS BEGIN RETURN @a END
GO
"""
ORACLE = """
CREATE OR REPLACE PACKAGE BODY pkg AS
  limit_ CONSTANT NUMBER := 5;
  FUNCTION area(r NUMBER) RETURN NUMBER IS
    x NUMBER;
  BEGIN
    IF r > 0 THEN x := CASE WHEN r = 1 THEN 1 ELSE 2 END; END IF;
    RETURN x;
  END area;
  PROCEDURE say IS
  BEGIN
    dbms_output.put_line(q'[hush it's]');
  END;
END pkg;
/
CREATE TABLE later (a NUMBER(1), b VARCHAR2(3));
"""
SQLITE = """
CREATE TABLE t(a, b INTEGER, UNIQUE(a));
CREATE TRIGGER tr AFTER INSERT ON t BEGIN
  UPDATE t SET b = 1; DELETE FROM t;
END;
CREATE VIRTUAL TABLE docs USING fts5(body);
CREATE INDEX i ON t(a);
"""


def _symbols(text: str) -> list[tuple[str, str, int, int]]:
    data = extract("sql", text.encode())
    assert b"hush" not in data.replace(b"hushed in a comment", b"")
    return [(s.kind, s.qualname, s.line, s.end_line) for s in record.decode(data).symbols]


def test_mysql() -> None:
    assert _symbols(MYSQL) == [
        ("table", "shop.item", 3, 8),
        ("field", "shop.item.id", 4, 4),
        ("field", "shop.item.name", 5, 5),
        ("key", "shop.item.by_name", 7, 7),
        ("view", "v", 12, 12),
        ("procedure", "p", 14, 18),
        ("event", "t", 19, 19),
        ("table", "after_it", 21, 21),
        ("field", "after_it.x", 21, 21),
    ]


def test_tsql() -> None:
    assert _symbols(TSQL) == [
        ("table", "dbo.Order Line", 4, 8),
        ("field", "dbo.Order Line.Id", 5, 5),
        ("field", "dbo.Order Line.Note", 6, 6),
        ("key", "dbo.Order Line.IX", 7, 7),
        ("procedure", "dbo.Save", 10, 22),
        ("function", "dbo.F", 24, 24),
    ]


def test_oracle() -> None:
    assert _symbols(ORACLE) == [
        ("package", "pkg", 2, 14),
        ("function", "pkg.area", 4, 9),
        ("procedure", "pkg.say", 10, 13),
        ("table", "later", 16, 16),
        ("field", "later.a", 16, 16),
        ("field", "later.b", 16, 16),
    ]


def test_sqlite() -> None:
    assert _symbols(SQLITE) == [
        ("table", "t", 2, 2),
        ("field", "t.a", 2, 2),
        ("field", "t.b", 2, 2),
        ("event", "tr", 3, 5),
        ("table", "docs", 6, 6),
        ("key", "i", 7, 7),
    ]
