-- External ids, tags and labels in Unicode normal form C, as requests have them now. What would become the same as another
-- one stays as it is; the command `check` lists it.

CREATE TEMPORARY TABLE changed_organization (organization_id uuid PRIMARY KEY);

-- Ids in other systems: the keys first, then what products show of them.
UPDATE public.product_external_ref AS target SET external_id = normalize(external_id, NFC)
WHERE external_id IS NOT NFC NORMALIZED AND NOT EXISTS (
  SELECT FROM public.product_external_ref AS other
  WHERE other.organization_id = target.organization_id AND other.system_key = target.system_key
    AND other.external_id <> target.external_id AND normalize(other.external_id, NFC) = normalize(target.external_id, NFC));

WITH changed AS (
  UPDATE public.product AS target SET external_refs = refs.next
  FROM (
    SELECT product.organization_id, product.id, jsonb_agg(
        CASE WHEN product.deleted_at IS NOT NULL OR EXISTS (
            SELECT FROM public.product_external_ref AS key
            WHERE key.organization_id = product.organization_id AND key.product_id = product.id
              AND key.external_id = normalize(ref.value ->> 'id', NFC))
          THEN ref.value || jsonb_build_object('id', normalize(ref.value ->> 'id', NFC)) ELSE ref.value END
        ORDER BY ref.ordinality) AS next
    FROM public.product CROSS JOIN LATERAL jsonb_array_elements(product.external_refs) WITH ORDINALITY AS ref
    WHERE product.external_refs::text IS NOT NFC NORMALIZED
    GROUP BY product.organization_id, product.id
  ) AS refs
  WHERE target.organization_id = refs.organization_id AND target.id = refs.id AND target.external_refs <> refs.next
  RETURNING target.organization_id
)
INSERT INTO changed_organization SELECT DISTINCT organization_id FROM changed ON CONFLICT DO NOTHING;

-- Tags, in the order of their folded forms, unless a product or file has one in both forms.
WITH changed AS (
  UPDATE public.product AS target SET tags = forms.next
  FROM (
    SELECT organization_id, id, array_agg(normalize(tag, NFC) ORDER BY lower(normalize(tag, NFC) COLLATE "und-x-icu") COLLATE "C") AS next,
      count(DISTINCT lower(normalize(tag, NFC) COLLATE "und-x-icu") COLLATE "C") AS count
    FROM public.product CROSS JOIN LATERAL unnest(tags) AS tag
    WHERE array_to_string(tags, ' ') IS NOT NFC NORMALIZED GROUP BY organization_id, id
  ) AS forms
  WHERE target.organization_id = forms.organization_id AND target.id = forms.id AND forms.count = cardinality(target.tags)
  RETURNING target.organization_id
)
INSERT INTO changed_organization SELECT DISTINCT organization_id FROM changed ON CONFLICT DO NOTHING;

UPDATE public.media AS target SET tags = forms.next
FROM (
  SELECT organization_id, id, array_agg(normalize(tag, NFC) ORDER BY ordinality) AS next,
    count(DISTINCT lower(normalize(tag, NFC) COLLATE "und-x-icu") COLLATE "C") AS count
  FROM public.media CROSS JOIN LATERAL unnest(tags) WITH ORDINALITY AS tag (tag, ordinality)
  WHERE array_to_string(tags, ' ') IS NOT NFC NORMALIZED GROUP BY organization_id, id
) AS forms
WHERE target.organization_id = forms.organization_id AND target.id = forms.id AND forms.count = cardinality(target.tags);

-- Labels. Files name options, sets, categories and attributes by them.
DO $$
DECLARE
  labelled record;
BEGIN
  FOR labelled IN
    SELECT * FROM (VALUES
      ('option', 'other.option_set = target.option_set'), ('attribute_set', 'true'), ('category', 'true'), ('attribute', 'true'),
      ('association_type', NULL), ('attribute_group', NULL), ('channel', NULL), ('entity', NULL), ('entity_type', NULL),
      ('import_export_profile', NULL), ('measurement_family', NULL), ('media', NULL), ('option_set', NULL), ('storefront', NULL)
    ) AS labelled (name, siblings)
  LOOP
    EXECUTE format(
      'UPDATE public.%1$I AS target SET labels = (
         SELECT jsonb_object_agg(label.key, CASE WHEN %2$s THEN label.value ELSE normalize(label.value, NFC) END)
         FROM jsonb_each_text(target.labels) AS label)
       WHERE target.labels::text IS NOT NFC NORMALIZED',
      labelled.name,
      CASE WHEN labelled.siblings IS NULL THEN 'false' ELSE format(
        'EXISTS (SELECT FROM public.%1$I AS other CROSS JOIN LATERAL jsonb_each_text(other.labels) AS taken
           WHERE other.organization_id = target.organization_id AND other.id <> target.id AND %2$s
             AND taken.value <> label.value AND normalize(taken.value, NFC) = normalize(label.value, NFC))',
        labelled.name, labelled.siblings) END);
  END LOOP;
END $$;
UPDATE public.entity SET search_text = normalize(search_text, NFC) WHERE search_text IS NOT NFC NORMALIZED;

-- Products are found by tags and ids through their search rows. Not before processes of the version before are gone.
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT organization_id, gen_random_uuid(), 'recompute', 'search rows',
  '{"type": "system", "id": "system", "name": "Catalograph"}'::jsonb, now(), now() + interval '15 minutes', now(), now()
FROM changed_organization
ON CONFLICT DO NOTHING;

DROP TABLE changed_organization;
