-- Right after many rows were written PostgreSQL takes the tables for as small as they were, and plans searches and
-- exports for that, until autovacuum comes by. Only the owner may look at tables anew (MAINTAIN is there from 17 on),
-- so the application asks for it. Named columns leave autovacuum its own, larger look, and this one is short. Tables that
-- had half as many rows when they were last looked at are planned for well enough.
CREATE FUNCTION tenancy.look_at_products(written integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  IF (SELECT reltuples FROM pg_catalog.pg_class WHERE oid = 'search.product'::pg_catalog.regclass) >= written / 2 THEN
    RETURN;
  END IF;
  -- One at a time is enough, also for those that come meanwhile.
  IF NOT pg_catalog.pg_try_advisory_xact_lock(pg_catalog.hashtextextended('tenancy.look_at_products', 0)) THEN
    RETURN;
  END IF;
  ANALYZE public.product (organization_id, id, sku_key, attribute_set, parent_id, root_id, deleted_at);
  ANALYZE public.product_association (organization_id, source_id, type, target_id);
  ANALYZE public.product_entity_association (organization_id, source_id, type, entity_id);
  ANALYZE search.product (organization_id, id, key, created_at, updated_at, status, attribute_set, completeness);
END
$$;
REVOKE ALL ON FUNCTION tenancy.look_at_products(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancy.look_at_products(integer) TO catalograph_application;
