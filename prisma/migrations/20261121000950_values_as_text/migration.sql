-- The values of a product pass from the table to the client as the text they were written as: `json` keeps it, `jsonb`
-- would be printed anew by every read, in an order of its own.
DROP VIEW public.value_holder;

CREATE FUNCTION pg_temp.in_code_order(stored jsonb) RETURNS json LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(json_object_agg(code, cells ORDER BY code COLLATE "C"), '{}'::json) FROM jsonb_each(stored) AS attribute(code, cells)
$$;
ALTER TABLE public.product
  ALTER COLUMN "values" DROP DEFAULT,
  ALTER COLUMN "values" TYPE json USING pg_temp.in_code_order("values"),
  ALTER COLUMN "values" SET DEFAULT '{}',
  ADD COLUMN values_in_set boolean NOT NULL DEFAULT false;

-- Everything that has values, for questions about the values alone. Obeys the row-level security of who asks. Whoever
-- looks for a code first looks for it in `text`: that costs a tenth of taking the values apart.
CREATE VIEW public.value_holder WITH (security_invoker = true) AS
  SELECT organization_id, 'Product' AS type, id, sku AS code, "values"::jsonb AS "values", "values"::text AS text, deleted_at
  FROM public.product
  UNION ALL
  SELECT organization_id, 'Entity', id, code, "values", "values"::text, deleted_at FROM public.entity;
GRANT SELECT ON public.value_holder TO catalograph_application;
