-- CreateTable
CREATE TABLE "schedule_state" (
    "organization_id" UUID NOT NULL,
    "profile_id" UUID NOT NULL,
    "schedule" JSONB NOT NULL,
    "next_run_at" TIMESTAMPTZ(3),

    CONSTRAINT "schedule_state_pkey" PRIMARY KEY ("organization_id","profile_id")
);

-- CreateTable
CREATE TABLE "schedule_run" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "profile_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT,
    "missed" INTEGER NOT NULL DEFAULT 0,
    "source" TEXT,
    "job_id" UUID,

    CONSTRAINT "schedule_run_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "schedule_state_next_run_at_idx" ON "schedule_state"("next_run_at");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_run_organization_id_profile_id_due_at_key" ON "schedule_run"("organization_id", "profile_id", "due_at");

-- AddForeignKey
ALTER TABLE "schedule_state" ADD CONSTRAINT "schedule_state_organization_id_profile_id_fkey" FOREIGN KEY ("organization_id", "profile_id") REFERENCES "import_export_profile"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_run" ADD CONSTRAINT "schedule_run_organization_id_profile_id_fkey" FOREIGN KEY ("organization_id", "profile_id") REFERENCES "import_export_profile"("organization_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- How long the transaction that is open the longest has been so: what was changed before it began may still be unseen.
-- It runs as its owner, who sees the sessions of all processes; it tells nothing else of them.
CREATE FUNCTION tenancy.oldest_transaction_ms() RETURNS bigint
  LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000), 0)::bigint
  FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start IS NOT NULL
$$;
REVOKE ALL ON FUNCTION tenancy.oldest_transaction_ms() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenancy.oldest_transaction_ms() TO catalograph_application;

-- The jobs of a profile, newest first.
CREATE INDEX job_subject_idx ON public.job (organization_id, subject, id) WHERE type IN ('import', 'export');

SELECT tenancy.protect('public.schedule_state');
SELECT tenancy.protect('public.schedule_run');
