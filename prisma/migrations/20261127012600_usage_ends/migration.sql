-- What an object names goes with it, as its search row does. In a migration of its own: a trigger locks the table.
CREATE FUNCTION search.forget_usage() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  DELETE FROM search.usage AS row USING gone
  WHERE row.organization_id = gone.organization_id AND row.id = gone.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION search.forget_usage() FROM PUBLIC;
CREATE TRIGGER product_usage_gone AFTER DELETE ON public.product
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search.forget_usage();
CREATE TRIGGER entity_usage_gone AFTER DELETE ON public.entity
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search.forget_usage();
