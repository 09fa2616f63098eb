-- Errors of imports that take in several files, and what is to be told besides errors. The key stays, which earlier
-- releases name when they write.
ALTER TABLE "job_error" ADD COLUMN     "file" TEXT,
ADD COLUMN     "file_position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "level" TEXT NOT NULL DEFAULT 'error';

-- CreateIndex
CREATE INDEX "job_error_organization_id_job_id_file_position_row_ordinal_idx" ON "job_error"("organization_id", "job_id", "file_position", "row", "ordinal");
