-- Attribute sets (codes) whose products do not all have the completeness of the present requirements yet.
CREATE TABLE search.recomputed_set (
  organization_id uuid NOT NULL REFERENCES public.organization (id) ON DELETE CASCADE,
  attribute_set text NOT NULL,
  PRIMARY KEY (organization_id, attribute_set)
);
SELECT tenancy.protect('search.recomputed_set');

-- Completeness is that of the channels a product is sold in now, so all of it is computed anew.
UPDATE public.attribute_set SET completeness_revision = nextval('tenancy.structure_revision')::int;
UPDATE public.organization SET structure_revision = nextval('tenancy.structure_revision')::int;
WITH used AS (
  SELECT DISTINCT organization_id, attribute_set FROM public.product
  WHERE attribute_set IS NOT NULL AND deleted_at IS NULL
), recomputed AS (
  INSERT INTO search.recomputed_set (organization_id, attribute_set) SELECT organization_id, attribute_set FROM used
)
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT organization_id, gen_random_uuid(), 'recompute', attribute_set,
  '{"type": "system", "id": "system", "name": "Catalograph"}'::jsonb, now(), now(), now(), now()
FROM used
ON CONFLICT DO NOTHING;
