-- Where products are live: NULL until it is known.
-- AlterTable
ALTER TABLE "product" ADD COLUMN     "live_in" JSONB;

-- Organizations with products that are not known to be live or not yet. Their search rows have no terms of it either.
CREATE TABLE search.unknown_live (
  organization_id uuid PRIMARY KEY REFERENCES public.organization (id) ON DELETE CASCADE
);
SELECT tenancy.protect('search.unknown_live');

-- The job that makes search rows anew stores it. Not before processes of the version before, which do not know it, are
-- gone; until then it is computed when it is read.
WITH used AS (
  SELECT id AS organization_id FROM public.organization
  WHERE EXISTS (SELECT FROM public.product WHERE organization_id = organization.id AND deleted_at IS NULL)
), unknown AS (
  INSERT INTO search.unknown_live (organization_id) SELECT organization_id FROM used
)
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT organization_id, gen_random_uuid(), 'recompute', 'search rows',
  '{"type": "system", "id": "system", "name": "Catalograph"}'::jsonb, now(), now() + interval '15 minutes', now(), now()
FROM used
ON CONFLICT DO NOTHING;
