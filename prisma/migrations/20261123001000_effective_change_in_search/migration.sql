-- When what a product shows last changed, inherited values included, in milliseconds since 1970-01-01 UTC. NULL, or a
-- moment before its own last change: with that one. So few rows have to be filled here, those of variants whose model
-- changed after them.
ALTER TABLE search.product ADD COLUMN effective_updated_at float8;
UPDATE search.product AS row
SET effective_updated_at = extract(epoch FROM product.effective_updated_at) * 1000
FROM public.product
WHERE product.organization_id = row.organization_id AND product.id = row.id
  AND product.effective_updated_at > product.updated_at;
CREATE INDEX product_effective_updated
  ON search.product (organization_id, (greatest(updated_at, effective_updated_at)), id);
