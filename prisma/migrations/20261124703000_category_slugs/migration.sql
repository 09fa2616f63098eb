-- CreateTable
CREATE TABLE "category_slug" (
    "organization_id" UUID NOT NULL,
    "channel" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "category_id" UUID NOT NULL,
    "is_current" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "category_slug_pkey" PRIMARY KEY ("organization_id","channel","locale","slug")
);

-- CreateIndex
CREATE INDEX "category_slug_organization_id_category_id_idx" ON "category_slug"("organization_id", "category_id");

-- AddForeignKey
ALTER TABLE "category_slug" ADD CONSTRAINT "category_slug_organization_id_category_id_fkey" FOREIGN KEY ("organization_id", "category_id") REFERENCES "category"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT tenancy.protect('public.category_slug');
