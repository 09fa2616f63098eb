-- CreateTable
CREATE TABLE "association_type" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "two_way" BOOLEAN NOT NULL DEFAULT false,
    "quantified" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "association_type_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "product_association" (
    "organization_id" UUID NOT NULL,
    "source_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "target_id" UUID NOT NULL,
    "quantity" INTEGER,
    "sort_order" INTEGER NOT NULL,

    CONSTRAINT "product_association_pkey" PRIMARY KEY ("organization_id","source_id","type","target_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "association_type_organization_id_code_key_key" ON "association_type"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "association_type_organization_id_code_key" ON "association_type"("organization_id", "code");

-- CreateIndex
CREATE INDEX "product_association_organization_id_target_id_idx" ON "product_association"("organization_id", "target_id");

-- CreateIndex
CREATE INDEX "product_association_organization_id_type_idx" ON "product_association"("organization_id", "type");

-- AddForeignKey
ALTER TABLE "product_association" ADD CONSTRAINT "product_association_organization_id_source_id_fkey" FOREIGN KEY ("organization_id", "source_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_association" ADD CONSTRAINT "product_association_organization_id_target_id_fkey" FOREIGN KEY ("organization_id", "target_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_association" ADD CONSTRAINT "product_association_organization_id_type_fkey" FOREIGN KEY ("organization_id", "type") REFERENCES "association_type"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

SELECT tenancy.protect(relation)
FROM unnest(ARRAY['public.association_type', 'public.product_association']::regclass[]) AS relation;
