-- AlterTable
ALTER TABLE "attribute_set" ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '{}';
