-- AlterTable
ALTER TABLE "attribute" ADD COLUMN     "entity_type" TEXT;

-- CreateTable
CREATE TABLE "entity_type" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "attributes" JSONB NOT NULL DEFAULT '[]',
    "attribute_as_label" TEXT,
    "attribute_as_image" TEXT,
    "required_attributes" JSONB NOT NULL DEFAULT '{}',
    "hierarchical" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "entity_type_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "entity" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "entity_type" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "parent_id" UUID,
    "values" JSONB NOT NULL DEFAULT '{}',
    "search_text" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" JSONB NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "entity_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "entity_unique_value" (
    "organization_id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "entity_id" UUID NOT NULL,

    CONSTRAINT "entity_unique_value_pkey" PRIMARY KEY ("organization_id","cell","digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "entity_type_organization_id_code_key_key" ON "entity_type"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "entity_type_organization_id_code_key" ON "entity_type"("organization_id", "code");

-- CreateIndex
CREATE INDEX "entity_organization_id_entity_type_code_key_id_idx" ON "entity"("organization_id", "entity_type", "code_key", "id");

-- CreateIndex
CREATE INDEX "entity_organization_id_parent_id_code_key_idx" ON "entity"("organization_id", "parent_id", "code_key");

-- CreateIndex
CREATE INDEX "entity_unique_value_organization_id_entity_id_idx" ON "entity_unique_value"("organization_id", "entity_id");

-- CreateIndex
CREATE INDEX "attribute_organization_id_entity_type_idx" ON "attribute"("organization_id", "entity_type");

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_organization_id_entity_type_fkey" FOREIGN KEY ("organization_id", "entity_type") REFERENCES "entity_type"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entity" ADD CONSTRAINT "entity_organization_id_entity_type_fkey" FOREIGN KEY ("organization_id", "entity_type") REFERENCES "entity_type"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entity" ADD CONSTRAINT "entity_organization_id_parent_id_fkey" FOREIGN KEY ("organization_id", "parent_id") REFERENCES "entity"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "entity_unique_value" ADD CONSTRAINT "entity_unique_value_organization_id_entity_id_fkey" FOREIGN KEY ("organization_id", "entity_id") REFERENCES "entity"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The code of a deleted record is free at once.
CREATE UNIQUE INDEX entity_code_unique ON public.entity (organization_id, entity_type, code_key)
  WHERE deleted_at IS NULL;

-- Everything that has values, for questions about the values alone. Obeys the row-level security of who asks.
CREATE VIEW public.value_holder WITH (security_invoker = true) AS
  SELECT organization_id, 'Product' AS type, id, sku AS code, "values", deleted_at FROM public.product
  UNION ALL
  SELECT organization_id, 'Entity', id, code, "values", deleted_at FROM public.entity;
GRANT SELECT ON public.value_holder TO catalograph_application;

SELECT tenancy.protect(relation)
FROM unnest(ARRAY['public.entity_type', 'public.entity', 'public.entity_unique_value']::regclass[]) AS relation;
