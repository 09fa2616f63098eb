-- CreateTable
CREATE TABLE "comment" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "thread_id" UUID NOT NULL,
    "product_id" UUID NOT NULL,
    "attribute" TEXT,
    "channel" TEXT,
    "locale" TEXT,
    "author" JSONB NOT NULL,
    "user_id" UUID,
    "body" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by" JSONB,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "comment_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "comment_mention" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,

    CONSTRAINT "comment_mention_pkey" PRIMARY KEY ("organization_id","user_id","comment_id")
);

-- CreateIndex
CREATE INDEX "comment_organization_id_product_id_thread_id_id_idx" ON "comment"("organization_id", "product_id", "thread_id", "id");

-- CreateIndex
CREATE INDEX "comment_organization_id_thread_id_id_idx" ON "comment"("organization_id", "thread_id", "id");

-- CreateIndex
CREATE INDEX "comment_mention_organization_id_comment_id_idx" ON "comment_mention"("organization_id", "comment_id");

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_organization_id_product_id_fkey" FOREIGN KEY ("organization_id", "product_id") REFERENCES "product"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment" ADD CONSTRAINT "comment_organization_id_thread_id_fkey" FOREIGN KEY ("organization_id", "thread_id") REFERENCES "comment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comment_mention" ADD CONSTRAINT "comment_mention_organization_id_comment_id_fkey" FOREIGN KEY ("organization_id", "comment_id") REFERENCES "comment"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

SELECT tenancy.protect('public.comment');
SELECT tenancy.protect('public.comment_mention');
