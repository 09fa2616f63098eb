-- Drops the oldest month of the ledger that ended before a day, for installations that keep events for a limited time;
-- answers its name, NULL when there is none. Events are numbered in the order of commits and kept by the moment their
-- transaction began, so a few events with dropped numbers may stand in the next month: they go, too, and what is left
-- has no gaps. Nothing waits longer than a second for it: it fails and is called again later.
CREATE FUNCTION ledger.drop_month(before date) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '1s'
AS $$
DECLARE
  oldest timestamptz;
  month text;
  ended timestamptz;
  gone jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.ensure_partitions', 0));
  -- What no month covered gets a month to be dropped with.
  SELECT min(at) INTO oldest FROM ledger.event_default;
  IF oldest < before::timestamp AT TIME ZONE 'UTC' THEN
    PERFORM ledger.ensure_partitions((oldest AT TIME ZONE 'UTC')::date, 1);
  END IF;
  SELECT min(relname) INTO month FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
  WHERE inhparent = 'ledger.event'::regclass AND relname ~ '^event_\d{4}_\d{2}$';
  ended := (to_date(substr(month, 7), 'YYYY_MM') + interval '1 month') AT TIME ZONE 'UTC';
  IF month IS NULL OR ended > before::timestamp AT TIME ZONE 'UTC' THEN
    RETURN NULL;
  END IF;
  -- Before any row is locked: writers take the lock of the ledger before that of the counter, too.
  LOCK TABLE ledger.event IN ACCESS EXCLUSIVE MODE;
  EXECUTE format(
    'SELECT coalesce(jsonb_object_agg(organization_id, last), ''{}'') FROM (
       SELECT organization_id, (SELECT max(sequence) FROM ledger.%I AS event
                                WHERE event.organization_id = counter.organization_id) AS last
       FROM ledger.counter) AS found WHERE last IS NOT NULL', month) INTO gone;
  EXECUTE format('DROP TABLE ledger.%I', month);
  DELETE FROM ledger.event USING jsonb_each_text(gone) AS dropped
  WHERE event.organization_id = dropped.key::uuid AND event.sequence <= dropped.value::bigint
    AND event.at < ended + interval '1 day';
  UPDATE ledger.counter SET history_complete_from = greatest(history_complete_from, dropped.value::bigint + 1)
  FROM jsonb_each_text(gone) AS dropped WHERE counter.organization_id = dropped.key::uuid;
  RETURN month;
END
$$;
