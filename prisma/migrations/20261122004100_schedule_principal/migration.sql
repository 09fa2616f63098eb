-- AlterTable
ALTER TABLE "import_export_profile" ADD COLUMN     "principal" JSONB;

-- A schedule acts with the rights of whoever changed its profile last; the ledger says who.
UPDATE public.import_export_profile AS profile SET principal = (
  SELECT CASE
    WHEN event.actor ->> 'type' IN ('user', 'token') THEN event.actor || '{"scopes": null}'
    ELSE '{"type": "operator", "id": "system", "name": "Catalograph", "scopes": null}'
  END
  FROM ledger.event
  WHERE event.organization_id = profile.organization_id AND event.object_id = profile.id
  ORDER BY event.sequence DESC LIMIT 1)
WHERE jsonb_typeof(profile.schedule) = 'object';

-- Where the ledger says nothing the schedule is paused, and told so among its runs.
DELETE FROM public.schedule_state AS state USING public.import_export_profile AS profile
WHERE state.organization_id = profile.organization_id AND state.profile_id = profile.id AND profile.principal IS NULL;
INSERT INTO public.schedule_run (organization_id, id, profile_id, due_at, started_at, outcome, reason)
SELECT organization_id, gen_random_uuid(), id, now(), now(), 'failed',
  'The schedule is paused: nobody knows who changed the profile last, whose rights it would act with. '
  || 'Change the profile, and the schedule acts with yours.'
FROM public.import_export_profile WHERE jsonb_typeof(schedule) = 'object' AND principal IS NULL;
