-- AlterTable
ALTER TABLE "product" ADD COLUMN     "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- The words to count by: only products with tags are read.
CREATE INDEX product_tagged ON public.product (organization_id) WHERE tags <> '{}' AND deleted_at IS NULL;
