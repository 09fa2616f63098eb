-- The application works as this role: it owns nothing and is bound by row-level security. Roles belong to the whole
-- server, so another database of it may have made the role already, or be making it now. Where the owner may not make
-- roles, somebody else has made it and the owner a member of it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'catalograph_application') THEN
    CREATE ROLE catalograph_application NOLOGIN NOSUPERUSER NOBYPASSRLS;
  END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
  NULL;
END
$$;
DO $$
BEGIN
  EXECUTE format('GRANT catalograph_application TO %I', current_user);
EXCEPTION
  WHEN internal_error OR unique_violation THEN
    -- Another database of this server grants the same membership at this moment.
    NULL;
  WHEN insufficient_privilege THEN
    IF NOT pg_has_role(current_user, 'catalograph_application', 'MEMBER') THEN
      RAISE;
    END IF;
END
$$;

CREATE SCHEMA tenancy;

-- The organization of the present connection; NULL, and so no row, when none is set.
CREATE FUNCTION tenancy.current_organization() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;

-- Binds a table of organization rows to the organization of the connection and opens it to the application.
CREATE FUNCTION tenancy.protect(protected regclass) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', protected);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s TO catalograph_application
       USING (organization_id = (SELECT tenancy.current_organization()))
       WITH CHECK (organization_id = (SELECT tenancy.current_organization()))', protected);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO catalograph_application', protected);
END
$$;

GRANT USAGE ON SCHEMA public, tenancy TO catalograph_application;
SELECT tenancy.protect(relation) FROM unnest(ARRAY[
  'public.access_token', 'public.audit_entry', 'public.locale', 'public.currency', 'public.channel',
  'public.attribute_group', 'public.attribute', 'public.option_set', 'public.option', 'public.measurement_family',
  'public.attribute_set', 'public.category', 'public.product', 'public.product_unique_value'
]::regclass[]) AS relation;
-- Audit entries are written and read, never changed.
REVOKE UPDATE, DELETE ON public.audit_entry FROM catalograph_application;

ALTER TABLE public.organization ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_organization ON public.organization TO catalograph_application
  USING (id = (SELECT tenancy.current_organization())) WITH CHECK (id = (SELECT tenancy.current_organization()));
GRANT SELECT, UPDATE ON public.organization TO catalograph_application;

-- A SKU is free again as soon as its product is deleted, and siblings never share their axis values.
CREATE UNIQUE INDEX product_sku_unique ON public.product (organization_id, sku_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX product_axis_unique ON public.product (organization_id, parent_id, axis_key)
  WHERE deleted_at IS NULL AND axis_key IS NOT NULL;
-- Values of ordinary products stay beside their row instead of in TOAST.
ALTER TABLE public.product SET (toast_tuple_target = 4080);

-- Writers of products read the configuration under a shared lock, writers of configuration change it under an
-- exclusive one; both live until the end of the transaction, so a rule never changes under a write that obeys it.
-- A function, because in READ COMMITTED only a statement begun after the lock was granted sees what it waited for.
CREATE FUNCTION tenancy.read_structure(asked uuid) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE revision integer;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(asked::text, 0));
  SELECT structure_revision INTO revision FROM public.organization WHERE id = asked;
  RETURN revision;
END
$$;
-- Numbers the states of configuration; never reused, so a rolled-back state is never taken for another.
CREATE SEQUENCE tenancy.structure_revision AS integer;
GRANT USAGE ON SEQUENCE tenancy.structure_revision TO catalograph_application;
CREATE FUNCTION tenancy.change_structure(asked uuid) RETURNS void
LANGUAGE sql
AS $$ SELECT pg_advisory_xact_lock(hashtextextended(asked::text, 0)) $$;

CREATE SCHEMA ledger;

-- The last sequence number of each organization. Its row is locked by the last statement of a transaction, so
-- numbers are given in commit order and without gaps.
CREATE TABLE ledger.counter (
  organization_id uuid PRIMARY KEY REFERENCES public.organization (id) ON DELETE RESTRICT,
  last_sequence bigint NOT NULL DEFAULT 0
);

-- One row per changed object per transaction: event, revision and audit of data at once. Never updated.
CREATE TABLE ledger.event (
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  resource text NOT NULL,
  verb text NOT NULL,
  object_id uuid NOT NULL,
  ref text NOT NULL,
  version integer NOT NULL,
  actor jsonb NOT NULL,
  door text NOT NULL,
  job_id uuid,
  request_id text NOT NULL,
  comment text,
  data jsonb NOT NULL,
  changes jsonb NOT NULL,
  changes_truncated boolean NOT NULL,
  PRIMARY KEY (organization_id, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX event_object ON ledger.event (organization_id, object_id, sequence);
-- Months are added ahead by `ledger.ensure_partitions`; this one only catches what no month covers.
CREATE TABLE ledger.event_default PARTITION OF ledger.event DEFAULT;

-- Makes the partitions of this month and the next ones, where missing; safe to call at any time. Months begin at
-- midnight UTC. Events that the default partition has caught meanwhile move to their month, which PostgreSQL would
-- refuse to attach otherwise.
CREATE FUNCTION ledger.ensure_partitions(from_day date, months integer) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  first date := date_trunc('month', from_day)::date;
  begins timestamptz;
  ends timestamptz;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ledger.ensure_partitions', 0));
  FOR step IN 0 .. months - 1 LOOP
    begins := (first + make_interval(months => step)) AT TIME ZONE 'UTC';
    ends := (first + make_interval(months => step + 1)) AT TIME ZONE 'UTC';
    name := 'event_' || to_char(first + make_interval(months => step), 'YYYY_MM');
    CONTINUE WHEN to_regclass(format('ledger.%I', name)) IS NOT NULL;
    LOCK TABLE ledger.event_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.event_default INCLUDING ALL)', name);
    EXECUTE format(
      'WITH moved AS (DELETE FROM ledger.event_default WHERE at >= %L AND at < %L RETURNING *)
       INSERT INTO ledger.%I SELECT * FROM moved', begins, ends, name);
    EXECUTE format(
      'ALTER TABLE ledger.event ATTACH PARTITION ledger.%I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
  END LOOP;
END
$$;

-- The outcome of requests that came with an idempotency key, kept for 24 hours.
CREATE TABLE ledger.idempotency_record (
  organization_id uuid NOT NULL,
  actor_id text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  output jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, actor_id, operation, key)
);
CREATE INDEX idempotency_record_expiry ON ledger.idempotency_record (expires_at);

-- Where each consumer of an organization's events stands.
CREATE TABLE ledger.cursor (
  consumer text NOT NULL,
  organization_id uuid NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (consumer, organization_id)
);

GRANT USAGE ON SCHEMA ledger TO catalograph_application;
SELECT tenancy.protect(relation)
FROM unnest(ARRAY['ledger.counter', 'ledger.event', 'ledger.idempotency_record', 'ledger.cursor']::regclass[]) AS relation;
REVOKE INSERT, DELETE ON ledger.counter FROM catalograph_application;
REVOKE UPDATE, DELETE ON ledger.event FROM catalograph_application;
