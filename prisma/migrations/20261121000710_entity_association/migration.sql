-- CreateTable
CREATE TABLE "product_entity_association" (
    "organization_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "entity_id" UUID NOT NULL,
    "sort_order" INTEGER NOT NULL,

    CONSTRAINT "product_entity_association_pkey" PRIMARY KEY ("organization_id","source_id","type","entity_id")
);

-- CreateIndex
CREATE INDEX "product_entity_association_organization_id_entity_id_idx" ON "product_entity_association"("organization_id", "entity_id");

-- CreateIndex
CREATE INDEX "product_entity_association_organization_id_type_idx" ON "product_entity_association"("organization_id", "type");

-- AddForeignKey
ALTER TABLE "product_entity_association" ADD CONSTRAINT "product_entity_association_organization_id_source_id_fkey" FOREIGN KEY ("organization_id", "source_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_entity_association" ADD CONSTRAINT "product_entity_association_organization_id_entity_id_fkey" FOREIGN KEY ("organization_id", "entity_id") REFERENCES "entity"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_entity_association" ADD CONSTRAINT "product_entity_association_organization_id_type_fkey" FOREIGN KEY ("organization_id", "type") REFERENCES "association_type"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

SELECT tenancy.protect('public.product_entity_association');
