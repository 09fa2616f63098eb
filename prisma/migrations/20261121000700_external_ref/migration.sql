-- AlterTable
ALTER TABLE "product" ADD COLUMN     "external_refs" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "product_external_ref" (
    "organization_id" UUID NOT NULL,
    "system_key" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "product_external_ref_pkey" PRIMARY KEY ("organization_id","system_key","external_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "product_external_ref_organization_id_product_id_system_key_key" ON "product_external_ref"("organization_id", "product_id", "system_key");

-- AddForeignKey
ALTER TABLE "product_external_ref" ADD CONSTRAINT "product_external_ref_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT tenancy.protect('public.product_external_ref');
