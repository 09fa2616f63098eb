-- AlterTable
ALTER TABLE "job" ADD COLUMN     "preview" JSONB,
ADD COLUMN     "reverted" JSONB;
