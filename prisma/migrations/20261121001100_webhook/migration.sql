-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[],
    "changed_attributes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "payload" TEXT NOT NULL DEFAULT 'changes',
    "header_names" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sealed_headers" BYTEA,
    "sealed_secret" BYTEA NOT NULL,
    "sealed_previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'active',
    "state_reason" TEXT,
    "state_since" TIMESTAMPTZ(3) NOT NULL,
    "consecutive_failures" INTEGER NOT NULL DEFAULT 0,
    "from_sequence" BIGINT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "event_at" TIMESTAMPTZ(3) NOT NULL,
    "ref" TEXT NOT NULL,
    "lane" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "enqueued_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "attempts" JSONB NOT NULL DEFAULT '[]',
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateTable
CREATE TABLE "webhook_replay" (
    "organization_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "to_sequence" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "types" TEXT[],
    "object_id" UUID,
    "only_failed" BOOLEAN NOT NULL DEFAULT false,
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "enqueued_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_replay_pkey" PRIMARY KEY ("organization_id","id")
);

-- CreateIndex
CREATE INDEX "webhook_delivery_organization_id_endpoint_id_id_idx" ON "webhook_delivery"("organization_id", "endpoint_id", "id");

-- An event goes to an endpoint once by itself; a replay looks up here what became of it.
CREATE UNIQUE INDEX webhook_delivery_event ON public.webhook_delivery (organization_id, endpoint_id, sequence)
  WHERE kind = 'event';
-- The next one of a lane.
CREATE INDEX webhook_delivery_lane ON public.webhook_delivery (organization_id, endpoint_id, lane, sequence)
  WHERE status IN ('waiting', 'due', 'sending');
-- What can be put into the queue, by the moment from which on.
CREATE INDEX webhook_delivery_ready ON public.webhook_delivery (organization_id, endpoint_id, next_attempt_at, id)
  WHERE status = 'due' AND enqueued_at IS NULL;
-- What holds a slot of its endpoint, in the queue or with a worker: a few rows for each endpoint.
CREATE INDEX webhook_delivery_busy ON public.webhook_delivery (organization_id, endpoint_id)
  WHERE enqueued_at IS NOT NULL;
CREATE INDEX webhook_delivery_dead ON public.webhook_delivery (organization_id, id) WHERE status = 'dead';
CREATE INDEX webhook_delivery_finished ON public.webhook_delivery (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_replay_open ON public.webhook_replay (enqueued_at) WHERE finished_at IS NULL;

SELECT tenancy.protect(relation)
FROM unnest(ARRAY['public.webhook_endpoint', 'public.webhook_delivery', 'public.webhook_replay']::regclass[]) AS relation;
