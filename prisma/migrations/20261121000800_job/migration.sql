-- CreateTable
CREATE TABLE "job" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "dry_run" BOOLEAN NOT NULL DEFAULT false,
    "input" JSONB NOT NULL DEFAULT '{}',
    "checkpoint" JSONB,
    "total" INTEGER,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "error_summary" JSONB NOT NULL DEFAULT '[]',
    "triggered_by" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "fruitless_attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" JSONB,
    "superseded_by" UUID,
    "queued_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "enqueued_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "job_organization_id_type_id_idx" ON "job"("organization_id", "type", "id");

-- CreateIndex
CREATE INDEX "job_organization_id_status_id_idx" ON "job"("organization_id", "status", "id");

-- What the sweeper asks every second: jobs that wait, and jobs whose worker may have died.
CREATE INDEX job_waiting ON public.job (due_at) WHERE status = 'queued';
CREATE INDEX job_leased ON public.job (lease_until) WHERE lease_until IS NOT NULL;
-- One recomputation of a set at a time.
CREATE UNIQUE INDEX job_recompute_unique ON public.job (organization_id, subject)
  WHERE type = 'recompute' AND status IN ('queued', 'validating', 'running');

SELECT tenancy.protect('public.job');
