-- AlterTable
ALTER TABLE "attribute_set" ADD COLUMN     "icon" TEXT;
