-- SKUs in Unicode normal form C, as requests have them now. Where another living product has the SKU in that form already,
-- both stay as they are.
UPDATE public.product AS target
SET sku = normalize(target.sku, NFC), sku_key = normalize(target.sku_key, NFC)
WHERE (target.sku IS NOT NFC NORMALIZED OR target.sku_key IS NOT NFC NORMALIZED)
  AND (target.deleted_at IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM public.product AS other
    WHERE other.organization_id = target.organization_id AND other.id <> target.id AND other.deleted_at IS NULL
      AND normalize(other.sku_key, NFC) = normalize(target.sku_key, NFC)));

UPDATE search.product AS target SET key = product.sku_key
FROM public.product
WHERE product.organization_id = target.organization_id AND product.id = target.id
  AND target.key IS NOT NFC NORMALIZED AND product.sku_key IS NFC NORMALIZED;
