-- Which part of a table (0 to 1) has about a thousand rows: 128 pages of it. STABLE, though tables grow, so that a plan
-- made with it knows how many rows a sample has.
CREATE FUNCTION search.sampled_part(sampled regclass) RETURNS float8
LANGUAGE sql STABLE SET search_path = ''
RETURN least(1, 128 * 8192::float8 / greatest(pg_catalog.pg_relation_size(sampled), 1));
REVOKE ALL ON FUNCTION search.sampled_part(regclass) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search.sampled_part(regclass) TO catalograph_application;
