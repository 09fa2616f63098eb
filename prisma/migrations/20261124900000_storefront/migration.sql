-- CreateTable
CREATE TABLE "storefront" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "channel" TEXT NOT NULL,
    "locales" TEXT[],
    "currencies" TEXT[],
    "attributes" TEXT[],
    "entity_types" TEXT[],
    "association_types" TEXT[],
    "external_systems" TEXT[],
    "facets" TEXT[],
    "category_facets" JSONB NOT NULL DEFAULT '{}',
    "preview_url" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storefront_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "storefront_organization_id_code_key_key" ON "storefront"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "storefront_organization_id_code_key" ON "storefront"("organization_id", "code");

-- CreateIndex
CREATE INDEX "storefront_organization_id_channel_idx" ON "storefront"("organization_id", "channel");

-- AddForeignKey
ALTER TABLE "storefront" ADD CONSTRAINT "storefront_organization_id_channel_fkey" FOREIGN KEY ("organization_id", "channel") REFERENCES "channel"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

SELECT tenancy.protect('public.storefront');
