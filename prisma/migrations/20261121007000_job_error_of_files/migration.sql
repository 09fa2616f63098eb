-- Errors of imports that take in several files, and what is to be told besides errors.
ALTER TABLE "job_error" DROP CONSTRAINT "job_error_pkey",
ADD COLUMN     "file" TEXT,
ADD COLUMN     "file_position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "level" TEXT NOT NULL DEFAULT 'error',
ADD CONSTRAINT "job_error_pkey" PRIMARY KEY ("organization_id", "job_id", "file_position", "row", "ordinal");
