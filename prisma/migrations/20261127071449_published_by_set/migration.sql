-- A dry run of a channel counts which published products would move, set by set.
CREATE INDEX "product_published" ON "product"("organization_id", "attribute_set", "id")
  WHERE status = 'published' AND deleted_at IS NULL;
