-- Tables of the shop, in PostgreSQL.
--
-- More about them.
\set name 'hushed'
\i schema/types.sql
CREATE EXTENSION IF NOT EXISTS pgcrypto;
CREATE SCHEMA shop AUTHORIZATION owner;

-- Where an order stands.
CREATE TYPE shop.state AS ENUM ('hushed', 'hushed2');
CREATE TYPE shop.money AS (amount numeric(10, 2), unit text);
CREATE DOMAIN shop.email AS text CHECK (VALUE ~ 'hushed');
CREATE SEQUENCE shop.order_id START 1;

/* People who buy.
   Each once. */
CREATE TABLE IF NOT EXISTS "shop"."Customer" (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- As they spell it.
    "full name" text NOT NULL DEFAULT 'hushed; (',
    mail shop.email UNIQUE, -- behind
    tags text[] DEFAULT ARRAY['hushed']::text[],
    CONSTRAINT named CHECK ("full name" <> 'hushed'),
    PRIMARY KEY (id, mail)
);

CREATE TABLE shop.orders (
    id int DEFAULT nextval('shop.order_id'),
    customer bigint REFERENCES "shop"."Customer" (id) ON DELETE CASCADE,
    key text,
    total numeric(12, 2) CHECK (total > 0)
) PARTITION BY RANGE (id);
CREATE TABLE shop.orders_1 PARTITION OF shop.orders FOR VALUES FROM (1) TO (100);
CREATE UNIQUE INDEX CONCURRENTLY orders_customer ON shop.orders USING btree (lower(key), customer);
ALTER TABLE ONLY shop.orders ADD COLUMN note text DEFAULT 'hushed', ADD CONSTRAINT c CHECK (true);
GRANT SELECT, CREATE ON SCHEMA shop TO public;
COMMENT ON TABLE shop.orders IS 'hushed';

CREATE OR REPLACE VIEW shop.totals AS
WITH recent AS (SELECT * FROM shop.orders WHERE id > 10)
SELECT c."full name", sum(o.total), shop.rate(o.id) AS rate, 'hushed'
FROM recent o JOIN "shop"."Customer" c ON c.id = o.customer;
CREATE MATERIALIZED VIEW totals_kept AS SELECT 1;

-- What one order costs.
CREATE OR REPLACE FUNCTION shop.rate(a int, b text DEFAULT 'hushed') RETURNS numeric
LANGUAGE plpgsql AS $body$
DECLARE
  found numeric;  -- it's a comment
BEGIN
  CREATE TEMP TABLE work (x int);
  SELECT total INTO found FROM shop.orders WHERE id = a;
  RAISE NOTICE 'hushed %', found;
  PERFORM shop.audit($$hushed; hushed$$);
  RETURN found;
END;
$body$;
CREATE FUNCTION one() RETURNS int LANGUAGE sql IMMUTABLE RETURN 1;
CREATE FUNCTION two() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT 2; END;
CREATE FUNCTION three(int) RETURNS int AS 'hushed', 'hushed' LANGUAGE c;
CREATE AGGREGATE shop.best(numeric) (SFUNC = max, STYPE = numeric);
CREATE OPERATOR shop.=== (LEFTARG = int, RIGHTARG = int, FUNCTION = same);
CREATE TRIGGER orders_touch BEFORE UPDATE ON shop.orders
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION shop.touch('hushed');
CREATE POLICY "own rows" ON shop.orders USING (customer = current_setting('hushed')::int);

COPY shop.orders (id, key) FROM stdin;
1	hushed
2	hushed it's
\.
INSERT INTO shop.orders (id, key) VALUES
  (1, 'hushed'), (2, E'hushed\' (;'),
  (3, now());
SELECT $$hushed 'text'$$, $x$hushed$x$;

{% macro cents(column) -%}
  {{ column }} / {{ divide('hushed') }}, {{ ref('orders') }} {{ source('raw', "payments") }}
{%- endmacro %}
DO $$ BEGIN CALL shop.clean(); END $$;

CREATE FUNCTION shop.dynamic(name text) RETURNS void AS $$
BEGIN
  EXECUTE 'DROP TABLE hushed; INSERT INTO hushed';
  EXECUTE 'hushed.hushed(' || name || ')';
  EXECUTE format('hushed %s', name);
END $$ LANGUAGE plpgsql;
