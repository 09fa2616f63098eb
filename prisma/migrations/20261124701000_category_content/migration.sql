-- AlterTable
ALTER TABLE "category" ADD COLUMN     "descriptions" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "image" TEXT,
ADD COLUMN     "seo_descriptions" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "seo_titles" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "slugs" JSONB NOT NULL DEFAULT '{}';
