-- AlterTable
ALTER TABLE "channel" ADD COLUMN     "slugs_enabled" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "product" ADD COLUMN     "slugs" JSONB;

-- CreateTable
CREATE TABLE "product_slug" (
    "organization_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "product_slug_pkey" PRIMARY KEY ("organization_id","channel","locale","slug")
);

-- CreateIndex
CREATE INDEX "product_slug_organization_id_product_id_idx" ON "product_slug"("organization_id", "product_id");

-- AddForeignKey
ALTER TABLE "product_slug" ADD CONSTRAINT "product_slug_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT tenancy.protect('public.product_slug');
