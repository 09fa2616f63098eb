-- Identifiers and labels are part of the full text now: each organization's search rows are made anew by a job.
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT DISTINCT organization_id, gen_random_uuid(), 'recompute', 'search rows',
  '{"type": "system", "id": "system", "name": "Catalograph"}'::jsonb, now(), now(), now(), now()
FROM public.product
ON CONFLICT DO NOTHING;
