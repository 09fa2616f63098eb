-- The words of the searched texts of products, to find those that are spelled almost like a word of a query. Made by
-- workers from search.product; it is never shown, and a search goes well without it.
CREATE TABLE search.word (
  organization_id uuid NOT NULL REFERENCES public.organization (id) ON DELETE CASCADE,
  -- In search form: without case and accents.
  word text COLLATE "C" NOT NULL,
  -- Digests of the organization with the word, and with what is left of it without one of its letters.
  variants bigint[] NOT NULL,
  PRIMARY KEY (organization_id, word)
);
CREATE INDEX word_variants ON search.word USING gin (variants) WITH (gin_pending_list_limit = 256);
-- No rule for reading, as for search.product: under one, no index answers `&&`. Digests contain the organization.
ALTER TABLE search.word ENABLE ROW LEVEL SECURITY;
CREATE POLICY any_organization ON search.word FOR SELECT TO catalograph_application USING (true);
CREATE POLICY new_of_own_organization ON search.word FOR INSERT TO catalograph_application
  WITH CHECK (organization_id = (SELECT tenancy.current_organization()));
CREATE POLICY end_of_own_organization ON search.word FOR DELETE TO catalograph_application
  USING (organization_id = (SELECT tenancy.current_organization()));
GRANT SELECT, INSERT, DELETE ON search.word TO catalograph_application;

-- How far the words of an organization have been collected: up to this row of search.product, by its last change.
CREATE TABLE search.word_collection (
  organization_id uuid PRIMARY KEY REFERENCES public.organization (id) ON DELETE CASCADE,
  began_at timestamptz NOT NULL,
  updated_at float8 NOT NULL,
  id uuid NOT NULL
);
SELECT tenancy.protect('search.word_collection');
