-- What was deleted too long ago to come back is looked for every hour.
CREATE INDEX product_deleted ON public.product (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX entity_deleted ON public.entity (deleted_at) WHERE deleted_at IS NOT NULL;
