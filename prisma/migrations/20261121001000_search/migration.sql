CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What products and entities are found by: derived from them, written in the same transaction, and never shown.
CREATE SCHEMA search;
GRANT USAGE ON SCHEMA search TO catalograph_application;

CREATE TABLE search.product (
  organization_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Milliseconds since 1970-01-01 UTC.
  created_at float8 NOT NULL,
  updated_at float8 NOT NULL,
  -- SKU or code in lower case.
  key text COLLATE "C" NOT NULL,
  status text COLLATE "C",
  attribute_set text COLLATE "C",
  -- The smallest ratio of all channels and locales.
  completeness smallint,
  -- Digests of all that is true of it.
  terms bigint[] NOT NULL,
  -- Its texts in ASCII form, each between a mark of its attribute and place and an end.
  search_text text COLLATE "C" NOT NULL,
  texts text COLLATE "C" NOT NULL,
  long_texts text COLLATE "C" NOT NULL,
  -- Numbers without a column that is ready, by field.
  other jsonb NOT NULL,
  PRIMARY KEY (organization_id, id)
);
DO $$
BEGIN
  FOR number IN 1..48 LOOP EXECUTE format('ALTER TABLE search.product ADD COLUMN n%s float8', number); END LOOP;
  FOR number IN 1..8 LOOP EXECUTE format('ALTER TABLE search.product ADD COLUMN t%s text COLLATE "C"', number); END LOOP;
END
$$;
CREATE TABLE search.entity (LIKE search.product INCLUDING ALL);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['product', 'entity'] LOOP
    EXECUTE format('ALTER TABLE search.%1$s ADD FOREIGN KEY (organization_id, id)
      REFERENCES public.%1$s (organization_id, id) ON DELETE CASCADE', name);
    -- How common the commonest facts are decides which way a search goes.
    EXECUTE format('ALTER TABLE search.%s ALTER COLUMN terms SET STATISTICS 1000', name);
    -- What was just written waits in a list that every search reads, so it is kept short (kB).
    EXECUTE format('CREATE INDEX %1$s_terms ON search.%1$s USING gin (terms)
      WITH (gin_pending_list_limit = 256)', name);
    EXECUTE format('CREATE INDEX %1$s_search_text ON search.%1$s USING gin (search_text gin_trgm_ops)
      WITH (gin_pending_list_limit = 256)', name);
    EXECUTE format('CREATE INDEX %1$s_texts ON search.%1$s USING gin (texts gin_trgm_ops)
      WITH (gin_pending_list_limit = 256)', name);
    -- Where few are alike the id is left out: equal entries share one, and it is sorted by after all.
    EXECUTE format('CREATE INDEX %1$s_key ON search.%1$s (organization_id, key)', name);
    EXECUTE format('CREATE INDEX %1$s_created ON search.%1$s (organization_id, created_at, id)', name);
    EXECUTE format('CREATE INDEX %1$s_updated ON search.%1$s (organization_id, updated_at, id)', name);
    EXECUTE format('CREATE INDEX %1$s_completeness ON search.%1$s (organization_id, completeness, id)', name);
    FOR number IN 1..48 LOOP
      EXECUTE format('CREATE INDEX %1$s_n%2$s ON search.%1$s (organization_id, n%2$s) WHERE n%2$s IS NOT NULL',
        name, number);
    END LOOP;
    FOR number IN 1..8 LOOP
      EXECUTE format('CREATE INDEX %1$s_t%2$s ON search.%1$s (organization_id, t%2$s) WHERE t%2$s IS NOT NULL',
        name, number);
    END LOOP;
    -- Rows of others are not written. Reading has no such rule: under one, conditions whose operators might tell of
    -- rows that fail it (`@>`, `&&`, `LIKE`) never reach an index. So statements name the organization, terms are
    -- digests that contain it, and what is found is read from the objects' own tables, whose rules hold.
    EXECUTE format('ALTER TABLE search.%s ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY any_organization ON search.%s FOR SELECT TO catalograph_application
      USING (true)', name);
    EXECUTE format('CREATE POLICY new_of_own_organization ON search.%s FOR INSERT TO catalograph_application
      WITH CHECK (organization_id = (SELECT tenancy.current_organization()))', name);
    EXECUTE format('CREATE POLICY change_of_own_organization ON search.%s FOR UPDATE TO catalograph_application
      USING (organization_id = (SELECT tenancy.current_organization()))', name);
    EXECUTE format('CREATE POLICY end_of_own_organization ON search.%s FOR DELETE TO catalograph_application
      USING (organization_id = (SELECT tenancy.current_organization()))', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON search.%s TO catalograph_application', name);
  END LOOP;
END
$$;

-- Entities are listed by type (`attribute_set`) and code.
CREATE INDEX entity_type ON search.entity (organization_id, attribute_set, key, id);

-- Which column of these tables a field of an organization has.
CREATE TABLE search.field_column (
  organization_id uuid NOT NULL REFERENCES public.organization (id) ON DELETE CASCADE,
  -- `n1` … `n48`, `t1` … `t8`.
  name text NOT NULL,
  -- NULL: none any more, but rows may still hold what the last one left.
  field text,
  -- Whether every row has it by now; until then it is written but not searched.
  ready boolean NOT NULL,
  PRIMARY KEY (organization_id, name),
  UNIQUE (organization_id, field)
);
SELECT tenancy.protect('search.field_column');

-- Attributes (codes in lower case) that not all rows are made by yet; '' stands for whole rows that are not there yet.
CREATE TABLE search.unfinished (
  organization_id uuid NOT NULL REFERENCES public.organization (id) ON DELETE CASCADE,
  attribute text NOT NULL,
  PRIMARY KEY (organization_id, attribute)
);
SELECT tenancy.protect('search.unfinished');

-- Who has products or entities already gets their rows by a job, which workers find by themselves.
WITH holder AS (
  SELECT id FROM public.organization
  WHERE EXISTS (SELECT FROM public.product WHERE organization_id = organization.id AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM public.entity WHERE organization_id = organization.id AND deleted_at IS NULL)
), unfinished AS (
  INSERT INTO search.unfinished (organization_id, attribute) SELECT id, '' FROM holder
)
INSERT INTO public.job (organization_id, id, type, subject, triggered_by, queued_at, due_at, created_at, updated_at)
SELECT id,
  -- A UUIDv7 as the program makes them.
  (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
    || '8' || substr(md5(random()::text), 1, 15))::uuid,
  'recompute', 'search rows', '{"type": "system", "id": "system", "name": "Catalograph"}', now(), now(), now(), now()
FROM holder;
