-- What the own values of products and entities name, and what products name besides: attributes, channels, locales,
-- currencies, options, entities, media files, units, categories and variant layouts. Deleted objects are in it as long as
-- they can be restored. See docs/decisions/0102-users-by-index.md.
CREATE TABLE search.usage (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  -- One digest for each object that is named: see `search.usage_term`.
  terms bigint[] NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX usage_terms ON search.usage USING gin (terms) WITH (gin_pending_list_limit = 256);

-- As for the other tables of searches: a rule for reading would keep `&&` from the index. Terms contain the organization,
-- and what is found is read from the objects' own tables.
ALTER TABLE search.usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY any_organization ON search.usage FOR SELECT TO catalograph_application USING (true);
CREATE POLICY new_of_own_organization ON search.usage FOR INSERT TO catalograph_application
  WITH CHECK (organization_id = (SELECT tenancy.current_organization()));
CREATE POLICY change_of_own_organization ON search.usage FOR UPDATE TO catalograph_application
  USING (organization_id = (SELECT tenancy.current_organization()));
GRANT SELECT, INSERT, UPDATE ON search.usage TO catalograph_application;

-- The term of one named object, as the program computes it (`termOf`).
CREATE FUNCTION search.usage_term(organization uuid, kind text, owner text, code text) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT ('x' || encode(substr(sha256(convert_to(
    array_to_json(ARRAY[organization::text, 'uses', kind, coalesce(owner, ''), code])::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;
GRANT EXECUTE ON FUNCTION search.usage_term(uuid, text, text, text) TO catalograph_application;

-- Everything there is, deleted objects included.
WITH cell AS (
  SELECT holder.organization_id, holder.id, attribute.code, attribute.type, attribute.option_set, attribute.entity_type,
         attribute.measurement_family, cell.value
  FROM public.value_holder AS holder
  CROSS JOIN LATERAL jsonb_each(holder.values) AS held (code, cells)
  CROSS JOIN LATERAL jsonb_array_elements(held.cells) AS cell (value)
  LEFT JOIN public.attribute ON attribute.organization_id = holder.organization_id AND attribute.code = held.code
), item AS (
  SELECT cell.*, item.value AS item
  FROM cell CROSS JOIN LATERAL jsonb_array_elements(CASE jsonb_typeof(cell.value -> 'value')
    WHEN 'array' THEN cell.value -> 'value' ELSE jsonb_build_array(cell.value -> 'value') END) AS item (value)
  WHERE cell.type IN ('select', 'multi_select', 'entity', 'entity_list', 'media', 'media_list', 'measurement', 'price')
), named AS (
  SELECT organization_id, id, 'attribute' AS kind, NULL AS owner, code FROM cell
  UNION SELECT organization_id, id, 'channel', NULL, value ->> 'channel' FROM cell
  UNION SELECT organization_id, id, 'locale', NULL, value ->> 'locale' FROM cell
  UNION SELECT organization_id, id, 'currency', NULL, item ->> 'currency' FROM item WHERE type = 'price'
  UNION SELECT organization_id, id, 'unit', measurement_family, item ->> 'unit' FROM item WHERE type = 'measurement'
  UNION SELECT organization_id, id, 'option', option_set, item #>> '{}' FROM item WHERE type IN ('select', 'multi_select')
  UNION SELECT organization_id, id, 'entity', entity_type, item #>> '{}' FROM item WHERE type IN ('entity', 'entity_list')
  UNION SELECT organization_id, id, 'media', NULL, item #>> '{}' FROM item WHERE type IN ('media', 'media_list')
  UNION SELECT organization_id, id, 'category', NULL, unnest(categories) FROM public.product
  UNION SELECT organization_id, id, 'channel', NULL, jsonb_array_elements_text(
    CASE jsonb_typeof(channels) WHEN 'array' THEN channels ELSE '[]' END) FROM public.product
  UNION SELECT organization_id, id, 'variant_layout', attribute_set, lower(variant_layout) FROM public.product
    WHERE attribute_set IS NOT NULL
), term AS (
  SELECT organization_id, kind, owner, code, search.usage_term(organization_id, kind, owner, code) AS term
  FROM (SELECT DISTINCT organization_id, kind, owner, code FROM named WHERE code IS NOT NULL) AS one
)
INSERT INTO search.usage (organization_id, id, terms)
SELECT organization_id, id, array_agg(DISTINCT term.term)
FROM named JOIN term USING (organization_id, kind, code)
WHERE named.owner IS NOT DISTINCT FROM term.owner
GROUP BY organization_id, id;

ANALYZE search.usage;

-- What processes of the earlier version write from here on is found by the job that stores all search rows anew.
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT organization_id,
  -- A UUIDv7 as the program makes them.
  (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  'recompute', 'search rows', '{"type": "system", "id": "system", "name": "Catalograph"}', now(), now(), now(), now()
FROM (SELECT DISTINCT organization_id FROM search.usage) AS holder
ON CONFLICT DO NOTHING;
