-- CreateTable
CREATE TABLE "access_token" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "attribute_set" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "description" TEXT,
    "attributes" JSONB NOT NULL DEFAULT '[]',
    "attribute_as_label" TEXT,
    "attribute_as_image" TEXT,
    "required_attributes" JSONB NOT NULL DEFAULT '{}',
    "variant_layouts" JSONB NOT NULL DEFAULT '[]',
    "completeness_revision" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribute_set_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "attribute_group" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribute_group_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "attribute" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "guidelines" JSONB NOT NULL DEFAULT '{}',
    "group" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "localizable" BOOLEAN NOT NULL DEFAULT false,
    "scopable" BOOLEAN NOT NULL DEFAULT false,
    "available_locales" JSONB,
    "unique" BOOLEAN NOT NULL DEFAULT false,
    "read_only" BOOLEAN NOT NULL DEFAULT false,
    "filterable" BOOLEAN NOT NULL DEFAULT true,
    "searchable" BOOLEAN NOT NULL DEFAULT false,
    "default_value" JSONB,
    "validation" JSONB NOT NULL DEFAULT '{}',
    "option_set" TEXT,
    "measurement_family" TEXT,
    "default_unit" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "attribute_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "category" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "parent" TEXT,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "path" TEXT[],
    "level" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "category_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "channel" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "locales" TEXT[],
    "currencies" TEXT[],
    "category_root" TEXT,
    "conversion_units" JSONB NOT NULL DEFAULT '{}',
    "publish_guard" TEXT NOT NULL DEFAULT 'none',
    "active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "channel_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "currency" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "currency_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "locale" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "fallback" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "locale_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "measurement_family" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "standard_unit" TEXT NOT NULL,
    "units" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "measurement_family_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "option_set" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "sort" TEXT NOT NULL DEFAULT 'manual',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "option_set_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "option" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "option_set" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "swatch" JSONB,
    "synonyms" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "option_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "default_channel" TEXT,
    "default_locale" TEXT,
    "structure_revision" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "actor" JSONB NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "product" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "sku" TEXT NOT NULL,
    "sku_key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "attribute_set" TEXT,
    "variant_layout" TEXT,
    "parent_id" UUID,
    "root_id" UUID,
    "level" SMALLINT NOT NULL DEFAULT 0,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "channels" JSONB,
    "categories" TEXT[],
    "values" JSONB NOT NULL DEFAULT '{}',
    "axis_key" TEXT,
    "completeness" JSONB NOT NULL DEFAULT '[]',
    "completeness_revision" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "created_by" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_by" JSONB NOT NULL,
    "effective_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "product_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "product_unique_value" (
    "organization_id" UUID NOT NULL,
    "cell" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "product_id" UUID NOT NULL,

    CONSTRAINT "product_unique_value_pkey" PRIMARY KEY ("organization_id","cell","digest")
);

-- CreateIndex
CREATE UNIQUE INDEX "access_token_digest_key" ON "access_token"("digest");

-- CreateIndex
CREATE INDEX "access_token_organization_id_user_id_idx" ON "access_token"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_set_organization_id_code_key_key" ON "attribute_set"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_set_organization_id_code_key" ON "attribute_set"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_group_organization_id_code_key_key" ON "attribute_group"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_group_organization_id_code_key" ON "attribute_group"("organization_id", "code");

-- CreateIndex
CREATE INDEX "attribute_organization_id_group_sort_order_code_idx" ON "attribute"("organization_id", "group", "sort_order", "code");

-- CreateIndex
CREATE INDEX "attribute_organization_id_option_set_idx" ON "attribute"("organization_id", "option_set");

-- CreateIndex
CREATE INDEX "attribute_organization_id_measurement_family_idx" ON "attribute"("organization_id", "measurement_family");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_organization_id_code_key_key" ON "attribute"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "attribute_organization_id_code_key" ON "attribute"("organization_id", "code");

-- CreateIndex
CREATE INDEX "category_organization_id_parent_sort_order_code_idx" ON "category"("organization_id", "parent", "sort_order", "code");

-- CreateIndex
CREATE INDEX "category_path_idx" ON "category" USING GIN ("path");

-- CreateIndex
CREATE UNIQUE INDEX "category_organization_id_code_key_key" ON "category"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "category_organization_id_code_key" ON "category"("organization_id", "code");

-- CreateIndex
CREATE INDEX "channel_organization_id_category_root_idx" ON "channel"("organization_id", "category_root");

-- CreateIndex
CREATE UNIQUE INDEX "channel_organization_id_code_key_key" ON "channel"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "channel_organization_id_code_key" ON "channel"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "currency_organization_id_code_key_key" ON "currency"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "currency_organization_id_code_key" ON "currency"("organization_id", "code");

-- CreateIndex
CREATE INDEX "locale_organization_id_fallback_idx" ON "locale"("organization_id", "fallback");

-- CreateIndex
CREATE UNIQUE INDEX "locale_organization_id_code_key_key" ON "locale"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "locale_organization_id_code_key" ON "locale"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "measurement_family_organization_id_code_key_key" ON "measurement_family"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "measurement_family_organization_id_code_key" ON "measurement_family"("organization_id", "code");

-- CreateIndex
CREATE UNIQUE INDEX "option_set_organization_id_code_key_key" ON "option_set"("organization_id", "code_key");

-- CreateIndex
CREATE UNIQUE INDEX "option_set_organization_id_code_key" ON "option_set"("organization_id", "code");

-- CreateIndex
CREATE INDEX "option_organization_id_option_set_sort_order_code_idx" ON "option"("organization_id", "option_set", "sort_order", "code");

-- CreateIndex
CREATE UNIQUE INDEX "option_organization_id_option_set_code_key_key" ON "option"("organization_id", "option_set", "code_key");

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_at_id_idx" ON "audit_entry"("organization_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_organization_id_sku_key_idx" ON "product"("organization_id", "sku_key");

-- CreateIndex
CREATE INDEX "product_organization_id_updated_at_id_idx" ON "product"("organization_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "product_organization_id_attribute_set_id_idx" ON "product"("organization_id", "attribute_set", "id");

-- CreateIndex
CREATE INDEX "product_organization_id_parent_id_id_idx" ON "product"("organization_id", "parent_id", "id");

-- CreateIndex
CREATE INDEX "product_organization_id_root_id_id_idx" ON "product"("organization_id", "root_id", "id");

-- CreateIndex
CREATE INDEX "product_categories_idx" ON "product" USING GIN ("categories");

-- CreateIndex
CREATE INDEX "product_unique_value_organization_id_product_id_idx" ON "product_unique_value"("organization_id", "product_id");

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_organization_id_group_fkey" FOREIGN KEY ("organization_id", "group") REFERENCES "attribute_group"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_organization_id_option_set_fkey" FOREIGN KEY ("organization_id", "option_set") REFERENCES "option_set"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attribute" ADD CONSTRAINT "attribute_organization_id_measurement_family_fkey" FOREIGN KEY ("organization_id", "measurement_family") REFERENCES "measurement_family"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "category" ADD CONSTRAINT "category_organization_id_parent_fkey" FOREIGN KEY ("organization_id", "parent") REFERENCES "category"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel" ADD CONSTRAINT "channel_organization_id_category_root_fkey" FOREIGN KEY ("organization_id", "category_root") REFERENCES "category"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "locale" ADD CONSTRAINT "locale_organization_id_fallback_fkey" FOREIGN KEY ("organization_id", "fallback") REFERENCES "locale"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "option" ADD CONSTRAINT "option_organization_id_option_set_fkey" FOREIGN KEY ("organization_id", "option_set") REFERENCES "option_set"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_organization_id_attribute_set_fkey" FOREIGN KEY ("organization_id", "attribute_set") REFERENCES "attribute_set"("organization_id", "code") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product" ADD CONSTRAINT "product_organization_id_parent_id_fkey" FOREIGN KEY ("organization_id", "parent_id") REFERENCES "product"("organization_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "product_unique_value" ADD CONSTRAINT "product_unique_value_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
