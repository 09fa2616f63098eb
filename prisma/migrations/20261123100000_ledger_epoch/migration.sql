-- From which event on changes say enough to rebuild what objects were, and which history the numbers of events belong
-- to: a restored backup goes on with numbers that others have already seen for other events.
ALTER TABLE ledger.counter
  ADD COLUMN history_complete_from bigint NOT NULL DEFAULT 1,
  ADD COLUMN epoch uuid NOT NULL DEFAULT gen_random_uuid();
UPDATE ledger.counter SET history_complete_from = last_sequence + 1;
