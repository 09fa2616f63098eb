-- CreateTable
CREATE TABLE "import_export_profile" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "labels" JSONB NOT NULL DEFAULT '{}',
    "direction" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "mapping" JSONB NOT NULL DEFAULT '[]',
    "mode" TEXT NOT NULL DEFAULT 'upsert',
    "error_policy" TEXT NOT NULL DEFAULT 'skip_rows',
    "max_errors" INTEGER,
    "filter" JSONB,
    "columns" JSONB,
    "schedule" JSONB,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_export_profile_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "job_error" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "column" TEXT,
    "ref" TEXT,
    "code" TEXT NOT NULL,
    "attribute" TEXT,
    "channel" TEXT,
    "locale" TEXT,
    "value" TEXT,
    "message" TEXT NOT NULL,
    "hint" TEXT,

    CONSTRAINT "job_error_pkey" PRIMARY KEY ("organization_id","job_id","row","ordinal")
);

-- CreateTable
CREATE TABLE "job_failed_row" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "source" JSONB NOT NULL,

    CONSTRAINT "job_failed_row_pkey" PRIMARY KEY ("organization_id","job_id","row")
);

-- CreateTable
CREATE TABLE "job_row" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "source" JSONB NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,

    CONSTRAINT "job_row_pkey" PRIMARY KEY ("organization_id","job_id","row")
);

-- CreateTable
CREATE TABLE "job_mark" (
    "organization_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "mark" TEXT NOT NULL,
    "row" INTEGER NOT NULL,

    CONSTRAINT "job_mark_pkey" PRIMARY KEY ("organization_id","job_id","mark","row")
);

-- CreateIndex
CREATE UNIQUE INDEX "import_export_profile_organization_id_code_key_key" ON "import_export_profile"("organization_id", "code_key");

-- CreateIndex
CREATE INDEX "job_row_organization_id_job_id_key_idx" ON "job_row"("organization_id", "job_id", "key");

-- AddForeignKey
ALTER TABLE "job_error" ADD CONSTRAINT "job_error_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_failed_row" ADD CONSTRAINT "job_failed_row_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_row" ADD CONSTRAINT "job_row_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_mark" ADD CONSTRAINT "job_mark_organization_id_job_id_fkey" FOREIGN KEY ("organization_id", "job_id") REFERENCES "job"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One import of the same file by the same profile at a time.
CREATE UNIQUE INDEX job_import_unique ON public.job (organization_id, subject, (input ->> 'fileKey'))
  WHERE type = 'import' AND status IN ('queued', 'validating', 'running');

-- What new organizations begin with, for those that are there.
INSERT INTO public.import_export_profile
  (organization_id, id, code, code_key, labels, direction, resource, format, created_at, updated_at)
SELECT organization.id, gen_random_uuid(), 'products_' || file.format, 'products_' || file.format,
       jsonb_build_object('en_US', file.label), 'both', 'products', file.format, now(), now()
FROM public.organization, (VALUES
  ('csv', 'Products as CSV'),
  ('xlsx', 'Products as Excel workbook'),
  ('jsonl', 'Products as lines of JSON')
) AS file (format, label);

SELECT tenancy.protect('public.import_export_profile');
SELECT tenancy.protect('public.job_error');
SELECT tenancy.protect('public.job_failed_row');
SELECT tenancy.protect('public.job_row');
SELECT tenancy.protect('public.job_mark');
