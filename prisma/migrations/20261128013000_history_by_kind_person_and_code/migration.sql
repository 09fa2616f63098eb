-- The history of the configuration and the audit log list the newest entries of a kind, a person, a code or an object. Each
-- of these has an index. The conditions of the partial ones are those of the functions below: most events are in none.
CREATE INDEX event_history_kind ON ledger.event (organization_id, resource, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media');
CREATE INDEX event_history_actor ON ledger.event (organization_id, (actor ->> 'id'), resource, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media');
CREATE INDEX event_history_ref ON ledger.event (organization_id, lower(ref), resource, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media');
CREATE INDEX event_history_request ON ledger.event (organization_id, request_id, resource, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media');
CREATE INDEX event_history_option_set ON ledger.event (organization_id, lower(data ->> 'option_set'), resource, sequence)
  WHERE resource NOT IN ('product', 'entity', 'media') AND data ? 'option_set';
CREATE INDEX event_history_id ON ledger.event (organization_id, id)
  WHERE resource NOT IN ('product', 'entity', 'media');
CREATE INDEX audit_entry_kind ON public.audit_entry (organization_id, kind, at DESC, id DESC);
CREATE INDEX audit_entry_actor ON public.audit_entry (organization_id, (actor ->> 'id'), kind, at DESC, id DESC);
CREATE INDEX audit_entry_object ON public.audit_entry (organization_id, (coalesce(
  data ->> 'user_id', data ->> 'token_id', data ->> 'key_id', data ->> 'webhook_id', data ->> 'job_id')), kind, at DESC, id DESC);

-- Returns the newest events of the connection's organization before a sequence number, except those of products, entities
-- and media. It runs as its owner, because row-level security keeps indexes of expressions out of plans. Conditions
-- that are NULL do not limit it; each call is planned for those that do, and reads indexes in their order.
CREATE FUNCTION ledger.configuration_history(
  kinds text[], types text[], object_uuid uuid, code_key text, option_set_key text, actor_id text, request text, job uuid,
  since timestamptz, until timestamptz, after_sequence bigint, up_to bigint, before_sequence bigint, maximum integer)
RETURNS TABLE (sequence bigint, at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_bitmapscan = off SET enable_sort = off
AS $$
DECLARE
  organization uuid := tenancy.current_organization();
BEGIN
  RETURN QUERY
  SELECT newest.sequence, newest.at
  FROM unnest(kinds) AS kind CROSS JOIN LATERAL (
    SELECT event.sequence, event.at FROM ledger.event AS event
    WHERE event.organization_id = organization AND event.resource NOT IN ('product', 'entity', 'media')
      AND event.resource = kind
      AND (types IS NULL OR event.resource || '.' || event.verb = ANY (types))
      AND (object_uuid IS NULL OR event.object_id = object_uuid)
      AND (code_key IS NULL OR lower(event.ref) = code_key)
      AND (option_set_key IS NULL
           OR (event.data ? 'option_set' AND lower(event.data ->> 'option_set') = option_set_key))
      AND (actor_id IS NULL OR event.actor ->> 'id' = actor_id)
      AND (request IS NULL OR event.request_id = request)
      AND (job IS NULL OR event.job_id = job)
      AND event.at >= since AND event.at < until
      AND event.sequence > after_sequence AND event.sequence <= up_to
      AND (before_sequence IS NULL OR event.sequence < before_sequence)
    ORDER BY event.sequence DESC LIMIT maximum
  ) AS newest
  ORDER BY newest.sequence DESC LIMIT maximum;
END
$$;

-- Returns the newest audit entries of the connection's organization before a position, as the function above does events.
CREATE FUNCTION tenancy.audit_history(
  kinds text[], actor_id text, object_id text, since timestamptz, until timestamptz, before_at timestamptz, before_id uuid,
  maximum integer)
RETURNS TABLE (id uuid, at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_bitmapscan = off SET enable_sort = off
AS $$
DECLARE
  organization uuid := tenancy.current_organization();
BEGIN
  RETURN QUERY
  SELECT newest.id, newest.at
  FROM unnest(kinds) AS audited CROSS JOIN LATERAL (
    SELECT entry.id, entry.at FROM public.audit_entry AS entry
    WHERE entry.organization_id = organization AND entry.kind = audited
      AND (actor_id IS NULL OR entry.actor ->> 'id' = actor_id)
      AND (object_id IS NULL OR coalesce(entry.data ->> 'user_id', entry.data ->> 'token_id', entry.data ->> 'key_id',
        entry.data ->> 'webhook_id', entry.data ->> 'job_id') = object_id)
      AND entry.at >= since AND entry.at < until
      AND (before_at IS NULL OR (entry.at, entry.id) < (before_at, before_id))
    ORDER BY entry.at DESC, entry.id DESC LIMIT maximum
  ) AS newest
  ORDER BY newest.at DESC, newest.id DESC LIMIT maximum;
END
$$;
REVOKE ALL ON FUNCTION
  ledger.configuration_history(text[], text[], uuid, text, text, text, text, uuid, timestamptz, timestamptz, bigint, bigint,
    bigint, integer),
  tenancy.audit_history(text[], text, text, timestamptz, timestamptz, timestamptz, uuid, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  ledger.configuration_history(text[], text[], uuid, text, text, text, text, uuid, timestamptz, timestamptz, bigint, bigint,
    bigint, integer),
  tenancy.audit_history(text[], text, text, timestamptz, timestamptz, timestamptz, uuid, integer)
TO catalograph_application;
