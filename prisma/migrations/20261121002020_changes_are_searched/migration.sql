-- Searches sort by the last change, by an index of their own. Without this one a product whose values alone change keeps
-- all its other index entries (a heap-only update).
DROP INDEX "product_organization_id_updated_at_id_idx";
