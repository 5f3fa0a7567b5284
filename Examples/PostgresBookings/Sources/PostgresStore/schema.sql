-- The tables, as the migrations that lead to them, each after its number. A migration that was released is not changed: add
-- another. Each is one transaction, but some databases commit every CREATE by itself, so that its statements must be repeatable
-- (IF NOT EXISTS). Every statement is one that CockroachDB, YugabyteDB and Citus take too; see Statements.md.
-- migration 1
CREATE TABLE IF NOT EXISTS book (
  gym text NOT NULL,
  key text NOT NULL,
  number bigint NOT NULL,
  -- The number of the last row with the whole book, up to this one. The rows after that have events.
  base bigint NOT NULL,
  content text NOT NULL,
  PRIMARY KEY (gym, key, number)
);
