-- CreateTable
CREATE TABLE "storefront_schema" (
    "organization_id" UUID NOT NULL,
    "storefront_id" UUID NOT NULL,
    "structure_revision" INTEGER NOT NULL,
    "storefront_version" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "parts" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storefront_schema_pkey" PRIMARY KEY ("organization_id","storefront_id")
);

-- AddForeignKey
ALTER TABLE "storefront_schema" ADD CONSTRAINT "storefront_schema_organization_id_storefront_id_fkey" FOREIGN KEY ("organization_id", "storefront_id") REFERENCES "storefront"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT tenancy.protect('public.storefront_schema');
