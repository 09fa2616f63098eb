-- Who is linked by a type, or to an entity, is listed in the order of these indexes until enough are found. The new ones come
-- first, so that no moment is without one.
CREATE INDEX "product_association_organization_id_type_source_id_idx"
  ON "product_association"("organization_id", "type", "source_id");
DROP INDEX "product_association_organization_id_type_idx";
CREATE INDEX "product_entity_association_organization_id_type_source_id_idx"
  ON "product_entity_association"("organization_id", "type", "source_id");
DROP INDEX "product_entity_association_organization_id_type_idx";
CREATE INDEX "product_entity_association_organization_id_entity_id_source_idx"
  ON "product_entity_association"("organization_id", "entity_id", "source_id");
DROP INDEX "product_entity_association_organization_id_entity_id_idx";
