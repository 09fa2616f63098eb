-- Counted requests of all processes, where they share no Redis: one row a token or client address, its window begun by
-- its first request. Not logged ahead, so counting costs no disk write; a crash of the server forgets a minute at most.
-- No role but the owner sees it.
CREATE SCHEMA ops;

-- The order and names of the columns are those that rate-limiter-flexible 11 writes. Half of each page stays free, so
-- that a count is updated in place.
CREATE UNLOGGED TABLE ops.rate_limit (
  key text PRIMARY KEY,
  points integer NOT NULL,
  -- Milliseconds since 1970.
  expire bigint
) WITH (fillfactor = 50);
