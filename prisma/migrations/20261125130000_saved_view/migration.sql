-- CreateTable
CREATE TABLE "saved_view" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "owner_id" UUID,
    "name" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "filter" JSONB NOT NULL,
    "sort" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "saved_view_organization_id_name_id_idx" ON "saved_view"("organization_id", "name", "id");

SELECT tenancy.protect('public.saved_view');
