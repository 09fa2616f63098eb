-- CreateTable
CREATE TABLE "media" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "mime_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "sha256" BYTEA NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "alt" JSONB NOT NULL DEFAULT '{}',
    "tags" TEXT[],
    "visibility" TEXT NOT NULL DEFAULT 'private',
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "media_organization_id_code_key_idx" ON "media"("organization_id", "code_key");

-- CreateIndex
CREATE INDEX "media_organization_id_sha256_idx" ON "media"("organization_id", "sha256");

-- CreateIndex
CREATE INDEX "media_organization_id_mime_type_id_idx" ON "media"("organization_id", "mime_type", "id");

-- CreateIndex
CREATE INDEX "media_tags_idx" ON "media" USING GIN ("tags");

-- The code of a deleted file is free at once.
CREATE UNIQUE INDEX media_code_unique ON public.media (organization_id, code_key) WHERE deleted_at IS NULL;

SELECT tenancy.protect('public.media');
