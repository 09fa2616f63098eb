-- A private file is nobody's but the organization's, whatever names it.
ALTER POLICY visible_to_shops ON public.media USING (
  organization_id = (SELECT tenancy.current_organization()) AND deleted_at IS NULL AND visibility = 'public');
