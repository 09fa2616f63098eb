-- AlterTable
ALTER TABLE "job" ADD COLUMN     "principal" JSONB,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "job" ALTER COLUMN "scopes" SET NOT NULL;

-- What jobs of earlier releases need. RECOMPUTE is the product's own and needs nothing.
UPDATE public.job SET scopes = CASE
  WHEN type = 'bulk' THEN ARRAY['products:write']
  WHEN input ->> 'kind' = 'akeneo_folder'
    THEN ARRAY['import-export:write', 'settings:write', 'attributes:write', 'products:write', 'media:write']
  ELSE ARRAY['import-export:write', CASE input -> 'settings' ->> 'resource'
      WHEN 'products' THEN 'products'
      WHEN 'categories' THEN 'products'
      WHEN 'entities' THEN 'entities'
      WHEN 'media' THEN 'media'
      ELSE 'attributes'
    END || CASE type WHEN 'export' THEN ':read' ELSE ':write' END]
  END
WHERE type <> 'recompute';

-- Whoever asked for them, as far as that is known. What a schedule asked for is the author's who changed its profile
-- last; the ledger says who. Where nobody is known the job stops at its next step, and an owner may adopt it.
UPDATE public.job SET principal = CASE
  WHEN triggered_by ->> 'type' IN ('user', 'token') THEN triggered_by || '{"scopes": null}'
  WHEN triggered_by ->> 'id' = 'schedule' THEN (
    SELECT CASE WHEN event.actor ->> 'type' IN ('user', 'token') THEN event.actor || '{"scopes": null}' END
    FROM public.import_export_profile AS profile
    JOIN ledger.event ON event.organization_id = profile.organization_id AND event.object_id = profile.id
    WHERE profile.organization_id = job.organization_id AND profile.code = job.subject
    ORDER BY event.sequence DESC LIMIT 1)
  ELSE '{"type": "operator", "id": "system", "name": "Catalograph", "scopes": null}'
  END
WHERE type <> 'recompute';
