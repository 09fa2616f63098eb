-- A column whose field goes back to where fields without a column are, so that another can have it: still searched, and
-- never ready. Processes of the version before write such a field to both, as that of a column that is being filled.
ALTER TABLE search.field_column ADD COLUMN leaving boolean NOT NULL DEFAULT false;

-- How often products were sorted or filtered by a field on a day (UTC), for giving columns to those that are used most.
-- Processes store what they have counted a minute later, for all organizations at once: one may be gone by then.
CREATE TABLE search.field_use (
  organization_id uuid NOT NULL,
  field text NOT NULL,
  day date NOT NULL,
  uses bigint NOT NULL,
  PRIMARY KEY (organization_id, field, day)
);
SELECT tenancy.protect('search.field_use');
