-- CreateTable
CREATE TABLE "storefront_key" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "storefront_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT,
    "prefix" TEXT NOT NULL,
    "digest" BYTEA NOT NULL,
    "requests_per_minute" INTEGER,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "storefront_key_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "storefront_key_digest_key" ON "storefront_key"("digest");

-- CreateIndex
CREATE INDEX "storefront_key_organization_id_storefront_id_idx" ON "storefront_key"("organization_id", "storefront_id");

-- AddForeignKey
ALTER TABLE "storefront_key" ADD CONSTRAINT "storefront_key_organization_id_storefront_id_fkey" FOREIGN KEY ("organization_id", "storefront_id") REFERENCES "storefront"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A secret key is never stored.
ALTER TABLE "storefront_key" ADD CONSTRAINT "storefront_key_kind_check"
  CHECK (kind <> 'secret' OR key IS NULL);

SELECT tenancy.protect('public.storefront_key');

-- As auth.announce_token does for tokens: every process caches for seconds what a key stands for.
CREATE FUNCTION auth.announce_storefront_key() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ''
AS $$
BEGIN
  PERFORM pg_notify('catalograph_access', json_build_object('storefront_key', OLD.id)::text);
  RETURN NULL;
END
$$;
CREATE TRIGGER announce AFTER DELETE OR UPDATE OF name, requests_per_minute, revoked_at ON public.storefront_key
  FOR EACH ROW EXECUTE FUNCTION auth.announce_storefront_key();
