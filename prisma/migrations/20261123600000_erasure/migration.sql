-- The name of an actor (`{ type, id, name, … }`) who is to be erased; all others stay.
CREATE FUNCTION tenancy.erased_actor(person jsonb, actor_id text) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$ SELECT CASE WHEN person ->> 'id' = actor_id THEN person || '{"name": "Erased user"}' ELSE person END $$;

-- Erases the name of one user or token from the next rows of one table, and the comments that they wrote where that is
-- asked for; or counts those rows. Answers the key of the last row it looked at, NULL after the last of the table. It
-- runs as its owner because the application may not change the ledger and the audit. It touches one organization, the
-- listed tables and nothing but names and comments: ids, versions, times and changes stay.
CREATE FUNCTION tenancy.erase_actor(
  table_name text, actor_id text, with_comments boolean, after_key text, size integer, only_count boolean,
  OUT erased integer, OUT last_key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  organization uuid := tenancy.current_organization();
  relation text;
  key text := 'id';
  key_type text := 'uuid';
  before_first text := '00000000-0000-0000-0000-000000000000';
  -- What is to be done ($1 organization, $2 id of the actor, $3 with comments, $6 names), and in which rows.
  erasure text;
  condition text;
  -- The names that the actor has had, for texts that contain them in quotes.
  names text[];
  chunk bigint;
BEGIN
  CASE table_name
    WHEN 'schedule_run' THEN
      relation := 'public.schedule_run';
      erasure := $q$reason = (SELECT replace(reason, quote, '''Erased user''') FROM unnest($6) AS quote
        WHERE strpos(reason, quote) > 0 LIMIT 1)$q$;
      condition := $q$EXISTS (SELECT FROM unnest($6) AS quote WHERE strpos(reason, quote) > 0)$q$;
      SELECT array_agg(DISTINCT '''' || found.name || '''') INTO names FROM (
        SELECT principal ->> 'name' AS name FROM public.import_export_profile
        WHERE organization_id = organization AND principal ->> 'id' = actor_id
        UNION ALL
        SELECT principal ->> 'name' FROM public.job
        WHERE organization_id = organization AND principal ->> 'id' = actor_id
        UNION ALL
        SELECT actor ->> 'name' FROM public.audit_entry
        WHERE organization_id = organization AND actor ->> 'id' = actor_id
        UNION ALL
        SELECT name FROM public.access_token
        WHERE organization_id = organization AND 'tok_' || replace(id::text, '-', '') = actor_id
      ) AS found WHERE found.name <> 'Erased user';
    WHEN 'access_token' THEN
      relation := 'public.access_token';
      erasure := $q$name = 'Erased user'$q$;
      condition := $q$'tok_' || replace(id::text, '-', '') = $2 AND name <> 'Erased user'$q$;
    WHEN 'job' THEN
      relation := 'public.job';
      erasure := $q$triggered_by = tenancy.erased_actor(triggered_by, $2),
        principal = tenancy.erased_actor(principal, $2),
        failure = CASE WHEN principal ->> 'id' = $2 AND failure ->> 'code' = 'principal-lost'
          THEN jsonb_set(failure, '{detail}', to_jsonb(
            replace(failure ->> 'detail', '''' || (principal ->> 'name') || '''', '''Erased user''')))
          ELSE failure END,
        input = CASE WHEN $3 AND $2 IN (triggered_by ->> 'id', principal ->> 'id')
            AND input #> '{patch,comment}' IS NOT NULL
          THEN input #- '{patch,comment}' ELSE input END$q$;
      condition := $q$((triggered_by ->> 'id' = $2 AND triggered_by ->> 'name' <> 'Erased user')
        OR (principal ->> 'id' = $2 AND principal ->> 'name' <> 'Erased user')
        OR ($3 AND $2 IN (triggered_by ->> 'id', principal ->> 'id') AND input #> '{patch,comment}' IS NOT NULL))$q$;
    WHEN 'import_export_profile' THEN
      relation := 'public.import_export_profile';
      erasure := $q$principal = tenancy.erased_actor(principal, $2)$q$;
      condition := $q$principal ->> 'id' = $2 AND principal ->> 'name' <> 'Erased user'$q$;
    WHEN 'webhook_delivery' THEN
      -- Bodies of pings. All others are made of the ledger.
      relation := 'public.webhook_delivery';
      erasure := $q$body = jsonb_set(body::jsonb, '{actor,name}', '"Erased user"')::text$q$;
      condition := $q$CASE WHEN body IS NULL THEN false
        ELSE body::jsonb #>> '{actor,id}' = $2 AND body::jsonb #>> '{actor,name}' <> 'Erased user' END$q$;
    WHEN 'audit_entry' THEN
      relation := 'public.audit_entry';
      -- Entries about a token have its name in their data.
      erasure := $q$actor = tenancy.erased_actor(actor, $2),
        data = CASE WHEN $2 IN (data ->> 'token_id', data ->> 'successor_id') AND data ? 'name'
          THEN data || '{"name": "Erased user"}' ELSE data END$q$;
      condition := $q$((actor ->> 'id' = $2 AND actor ->> 'name' <> 'Erased user')
        OR ($2 IN (data ->> 'token_id', data ->> 'successor_id') AND data ->> 'name' <> 'Erased user'))$q$;
    WHEN 'product', 'entity' THEN
      relation := 'public.' || table_name;
      erasure := $q$created_by = tenancy.erased_actor(created_by, $2),
        updated_by = tenancy.erased_actor(updated_by, $2)$q$;
      condition := $q$((created_by ->> 'id' = $2 AND created_by ->> 'name' <> 'Erased user')
        OR (updated_by ->> 'id' = $2 AND updated_by ->> 'name' <> 'Erased user'))$q$;
    WHEN 'event' THEN
      relation := 'ledger.event';
      key := 'sequence';
      key_type := 'bigint';
      before_first := '-1';
      erasure := $q$actor = tenancy.erased_actor(actor, $2), comment = CASE WHEN $3 THEN NULL ELSE comment END$q$;
      condition := $q$actor ->> 'id' = $2
        AND (actor ->> 'name' <> 'Erased user' OR ($3 AND comment IS NOT NULL))$q$;
  END CASE;
  EXECUTE format(
    'SELECT (array_agg(found.key ORDER BY found.key DESC))[1]::text, count(*) FROM (
       SELECT %1$I AS key FROM %2$s WHERE organization_id = $1 AND %1$I > $2::%3$s ORDER BY %1$I LIMIT $3
     ) AS found', key, relation, key_type)
    INTO last_key, chunk USING organization, coalesce(after_key, before_first), size;
  EXECUTE format(
    CASE WHEN only_count
      THEN 'SELECT count(*) FROM %2$s WHERE organization_id = $1 AND %1$I > $4::%3$s AND %1$I <= $5::%3$s AND %5$s'
      ELSE 'WITH done AS (UPDATE %2$s SET %4$s
              WHERE organization_id = $1 AND %1$I > $4::%3$s AND %1$I <= $5::%3$s AND %5$s RETURNING 1)
            SELECT count(*) FROM done' END, key, relation, key_type, erasure, condition)
    INTO erased USING organization, actor_id, with_comments, coalesce(after_key, before_first), last_key, names;
  IF chunk < size THEN
    last_key := NULL;
  END IF;
END
$$;
REVOKE ALL ON FUNCTION tenancy.erased_actor(jsonb, text),
  tenancy.erase_actor(text, text, boolean, text, integer, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancy.erase_actor(text, text, boolean, text, integer, boolean) TO catalograph_application;
