-- What storefronts read is read as this role: nothing is written, and of products only those are seen that are live where
-- the connection says. Made as catalograph_application is.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'catalograph_delivery') THEN
    CREATE ROLE catalograph_delivery NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
DO $$
BEGIN
  EXECUTE format('GRANT catalograph_delivery TO %I', current_user);
EXCEPTION
  WHEN internal_error OR unique_violation THEN
    -- Another database of this server grants the same membership at this moment.
    NULL;
  WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'catalograph_delivery', 'MEMBER') THEN
      RAISE;
    END IF;
END
$$;
GRANT USAGE ON SCHEMA public, tenancy, search TO catalograph_delivery;

-- The channel and locale of the connection as `live_in` has them; NULL, and so no product, when none is set.
CREATE FUNCTION tenancy.current_live_place() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.channel', true), '') || '/' || nullif(current_setting('app.locale', true), '') $$;

CREATE FUNCTION tenancy.is_preview() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT coalesce(current_setting('app.preview', true), '') = 'on' $$;

-- Whether a model has a variant below it that the connection may see: the model's values show through it. It reads
-- products past their policy, and answers nothing but yes or no about models of the connection's organization.
CREATE FUNCTION tenancy.is_above_visible(model uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = ''
AS $$
  SELECT EXISTS (
    SELECT FROM public.product
    WHERE organization_id = tenancy.current_organization() AND (parent_id = model OR root_id = model)
      AND deleted_at IS NULL
      AND (live_in ? tenancy.current_live_place() OR tenancy.is_preview() AND status <> 'archived'))
$$;
REVOKE EXECUTE ON FUNCTION tenancy.is_above_visible(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancy.is_above_visible(uuid) TO catalograph_delivery;

GRANT SELECT ON public.product TO catalograph_delivery;
CREATE POLICY visible_to_shops ON public.product FOR SELECT TO catalograph_delivery USING (
  organization_id = (SELECT tenancy.current_organization()) AND deleted_at IS NULL
  AND (live_in ? (SELECT tenancy.current_live_place())
       OR (SELECT tenancy.is_preview()) AND status <> 'archived'
       OR type = 'model' AND tenancy.is_above_visible(id)));

-- What belongs to products is seen with them.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT * FROM (VALUES
    ('product_association', 'source_id'),
    ('product_entity_association', 'source_id'),
    ('product_external_ref', 'product_id'),
    ('product_slug', 'product_id'),
    ('product_unique_value', 'product_id')
  ) AS parts (name, owner) LOOP
    EXECUTE format('GRANT SELECT ON public.%I TO catalograph_delivery', part.name);
    EXECUTE format(
      'CREATE POLICY visible_to_shops ON public.%1$I FOR SELECT TO catalograph_delivery USING (
         organization_id = (SELECT tenancy.current_organization())
         AND EXISTS (SELECT FROM public.product WHERE product.organization_id = %1$I.organization_id
                                                  AND product.id = %1$I.%2$I))', part.name, part.owner);
  END LOOP;
END
$$;

-- Deleted entities and files can be restored; until then they are gone.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['entity', 'media'] LOOP
    EXECUTE format('GRANT SELECT ON public.%I TO catalograph_delivery', name);
    EXECUTE format(
      'CREATE POLICY visible_to_shops ON public.%I FOR SELECT TO catalograph_delivery USING (
         organization_id = (SELECT tenancy.current_organization()) AND deleted_at IS NULL)', name);
  END LOOP;
  -- Configuration: what of it is shown is a matter of the storefront.
  FOREACH name IN ARRAY ARRAY[
    'association_type', 'attribute', 'attribute_group', 'attribute_set', 'category', 'category_slug', 'channel', 'currency',
    'entity_type', 'locale', 'measurement_family', 'option', 'option_set', 'storefront'
  ] LOOP
    EXECUTE format('GRANT SELECT ON public.%I TO catalograph_delivery', name);
    EXECUTE format(
      'CREATE POLICY visible_to_shops ON public.%I FOR SELECT TO catalograph_delivery USING (
         organization_id = (SELECT tenancy.current_organization()))', name);
  END LOOP;
END
$$;

GRANT SELECT ON public.organization TO catalograph_delivery;
CREATE POLICY visible_to_shops ON public.organization FOR SELECT TO catalograph_delivery
  USING (id = (SELECT tenancy.current_organization()));

-- As for the application, without a rule for reading: see the migration that makes them.
GRANT SELECT ON search.product, search.entity, search.word, search.field_column, search.unknown_live,
  search.recomputed_set, search.unfinished TO catalograph_delivery;
GRANT EXECUTE ON FUNCTION search.sampled_part(regclass) TO catalograph_delivery;
CREATE POLICY read_by_shops ON search.product FOR SELECT TO catalograph_delivery USING (true);
CREATE POLICY read_by_shops ON search.entity FOR SELECT TO catalograph_delivery USING (true);
CREATE POLICY read_by_shops ON search.word FOR SELECT TO catalograph_delivery USING (true);
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['field_column', 'unknown_live', 'recomputed_set', 'unfinished'] LOOP
    EXECUTE format(
      'CREATE POLICY read_by_shops ON search.%I FOR SELECT TO catalograph_delivery USING (
         organization_id = (SELECT tenancy.current_organization()))', name);
  END LOOP;
END
$$;
