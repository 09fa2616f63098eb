-- What moves deliveries on, row by row. As one statement each, their plans were kept from a time when the table was small,
-- and then read every delivery of an organization for a handful of them. Here no statement has more than one way: what is
-- asked for in the order of an index finds no other while sorting is off, and what goes by a key says what the status is by
-- what it is not, which fits no partial index.
CREATE SCHEMA webhook;
GRANT USAGE ON SCHEMA webhook TO catalograph_application;

-- In an order of its own, so that it can be asked for.
DROP INDEX public.webhook_delivery_busy;
CREATE INDEX webhook_delivery_busy ON public.webhook_delivery (organization_id, endpoint_id, enqueued_at)
  WHERE enqueued_at IS NOT NULL;

-- The deliveries that have the slots of an endpoint.
CREATE FUNCTION webhook.in_slots(organization uuid, endpoint uuid) RETURNS SETOF public.webhook_delivery
LANGUAGE plpgsql STABLE ROWS 8
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  RETURN QUERY
    SELECT * FROM public.webhook_delivery
    WHERE organization_id = organization AND endpoint_id = endpoint AND enqueued_at IS NOT NULL
    ORDER BY enqueued_at;
END
$$;

-- Whether a delivery of an endpoint is due at a moment and has no slot.
CREATE FUNCTION webhook.has_ready(organization uuid, endpoint uuid, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  PERFORM FROM public.webhook_delivery
  WHERE organization_id = organization AND endpoint_id = endpoint AND status = 'due' AND enqueued_at IS NULL
    AND next_attempt_at <= moment
  ORDER BY next_attempt_at, id LIMIT 1;
  RETURN FOUND;
END
$$;

-- Makes the first unfinished delivery of each lane due, where it waits; answers those lanes.
CREATE FUNCTION webhook.promote(organization uuid, endpoints uuid[], lanes uuid[], moment timestamptz)
RETURNS TABLE (endpoint uuid, promoted uuid)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  head record;
BEGIN
  FOR endpoint, promoted IN SELECT * FROM unnest(endpoints, lanes) LOOP
    SELECT id, status INTO head FROM public.webhook_delivery
    WHERE organization_id = organization AND endpoint_id = endpoint AND lane = promoted
      AND status IN ('waiting', 'due', 'sending')
    ORDER BY sequence LIMIT 1;
    CONTINUE WHEN head.status IS DISTINCT FROM 'waiting';
    UPDATE public.webhook_delivery SET status = 'due', next_attempt_at = moment
    WHERE organization_id = organization AND endpoint_id = endpoint AND id = head.id
      AND status <> ALL ('{due,sending,succeeded,dead,cancelled}');
    IF FOUND THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

-- Gives the free ones of an endpoint's slots to deliveries that are due, those first that have been for longest; only to
-- pings when it is not live. The caller has the endpoint locked.
CREATE FUNCTION webhook.take_ready(organization uuid, endpoint uuid, moment timestamptz, slots integer, is_live boolean)
RETURNS TABLE (taken uuid, next_attempt integer)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  free integer;
BEGIN
  SELECT greatest(0, slots - count(*)) INTO free FROM webhook.in_slots(organization, endpoint);
  FOR taken, next_attempt IN
    SELECT id, attempt FROM public.webhook_delivery
    WHERE organization_id = organization AND endpoint_id = endpoint AND status = 'due' AND enqueued_at IS NULL
      AND next_attempt_at <= moment AND (is_live OR kind = 'ping')
    ORDER BY next_attempt_at, id LIMIT free
    -- Slots are handed on without a lock of the endpoint: what is taken at this moment is not taken twice.
    FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    UPDATE public.webhook_delivery SET enqueued_at = moment
    WHERE organization_id = organization AND endpoint_id = endpoint AND id = taken;
    RETURN NEXT;
  END LOOP;
END
$$;

-- Writes down that deliveries of an endpoint have arrived (`[{ id, attempt, record }]`), hands their slots to those that
-- have been due for longest, and makes the next of their lanes due. Others see all of it at once, so the number of slots in
-- use never changes. Answers which were heard, in which of their lanes nothing was made due, and what has the slots now.
CREATE FUNCTION webhook.hand_on(
  organization uuid, endpoint uuid, arrived jsonb, moment timestamptz, lease timestamptz, kept integer, claimant integer,
  OUT heard jsonb, OUT quiet_lanes jsonb, OUT claimed public.webhook_delivery[]
)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  told record;
  head record;
  delivery public.webhook_delivery;
  lanes uuid[] := '{}';
  over uuid;
  free integer := 0;
BEGIN
  heard := '[]';
  quiet_lanes := '[]';
  claimed := '{}';
  FOR told IN SELECT * FROM jsonb_to_recordset(arrived) AS row (id uuid, attempt integer, record jsonb) LOOP
    UPDATE public.webhook_delivery AS one
    SET status = 'succeeded', next_attempt_at = NULL, attempts = one.attempts || told.record, finished_at = moment,
      enqueued_at = NULL, lease_until = NULL
    WHERE one.organization_id = organization AND one.endpoint_id = endpoint AND one.id = told.id
      AND one.attempt = told.attempt AND one.status <> ALL ('{waiting,due,succeeded,dead,cancelled}')
    RETURNING lane INTO over;
    CONTINUE WHEN NOT FOUND;
    heard := heard || jsonb_build_object('id', told.id, 'attempt', told.attempt);
    lanes := lanes || over;
  END LOOP;

  IF EXISTS (SELECT FROM public.webhook_endpoint WHERE organization_id = organization AND id = endpoint AND state = 'active')
  THEN
    free := least(kept, cardinality(lanes));
  END IF;
  FOR head IN
    SELECT id FROM public.webhook_delivery
    WHERE organization_id = organization AND endpoint_id = endpoint AND status = 'due' AND enqueued_at IS NULL
      AND next_attempt_at <= moment
    ORDER BY next_attempt_at, id LIMIT free FOR NO KEY UPDATE SKIP LOCKED
  LOOP
    UPDATE public.webhook_delivery
    SET status = 'sending', attempt = attempt + 1, enqueued_at = moment, lease_until = lease, worker = claimant
    WHERE organization_id = organization AND endpoint_id = endpoint AND id = head.id RETURNING * INTO delivery;
    claimed := claimed || delivery;
  END LOOP;

  FOREACH over IN ARRAY lanes LOOP
    SELECT id, status INTO head FROM public.webhook_delivery
    WHERE organization_id = organization AND endpoint_id = endpoint AND lane = over
      AND status IN ('waiting', 'due', 'sending')
    ORDER BY sequence LIMIT 1;
    IF head.status = 'waiting' THEN
      -- Whoever else has it locked makes it due as well.
      PERFORM FROM public.webhook_delivery
      WHERE organization_id = organization AND endpoint_id = endpoint AND id = head.id
        AND status <> ALL ('{due,sending,succeeded,dead,cancelled}') FOR NO KEY UPDATE SKIP LOCKED;
      IF FOUND THEN
        IF cardinality(claimed) < free THEN
          UPDATE public.webhook_delivery
          SET status = 'sending', attempt = attempt + 1, next_attempt_at = moment, enqueued_at = moment,
            lease_until = lease, worker = claimant
          WHERE organization_id = organization AND endpoint_id = endpoint AND id = head.id RETURNING * INTO delivery;
          claimed := claimed || delivery;
        ELSE
          UPDATE public.webhook_delivery SET status = 'due', next_attempt_at = moment
          WHERE organization_id = organization AND endpoint_id = endpoint AND id = head.id;
        END IF;
        CONTINUE;
      END IF;
    END IF;
    quiet_lanes := quiet_lanes || to_jsonb(over);
  END LOOP;
END
$$;
