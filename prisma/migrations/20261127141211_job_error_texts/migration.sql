-- AlterTable
ALTER TABLE "job_error" ADD COLUMN     "hint_text" JSONB,
ADD COLUMN     "text" JSONB;
