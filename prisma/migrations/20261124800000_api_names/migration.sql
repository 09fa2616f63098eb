-- AlterTable
ALTER TABLE "association_type" ADD COLUMN     "api_name" TEXT;

-- AlterTable
ALTER TABLE "attribute" ADD COLUMN     "api_name" TEXT;

-- AlterTable
ALTER TABLE "attribute_set" ADD COLUMN     "api_name" TEXT;

-- AlterTable
ALTER TABLE "entity_type" ADD COLUMN     "api_name" TEXT;

-- Names what is there, by the rule of src/modules/api-name/api-name-rules.ts. What an older process inserts meanwhile has
-- no name; readers derive it.
CREATE FUNCTION pg_temp.is_reserved(name text, is_type boolean) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN is_type
    THEN lower(name COLLATE "C") IN (
        'query', 'mutation', 'subscription', 'id', 'string', 'int', 'float', 'boolean', 'json', 'decimal', 'date',
        'datetime', 'html', 'url', 'node', 'pageinfo', 'direction', 'locale', 'currency', 'channel', 'context',
        'storefront', 'product', 'productby', 'category', 'categories', 'categoryby', 'entity', 'entityby', 'show',
        'identifier', 'identifierinput', 'externalref', 'externalrefinput', 'refinement', 'selectedrefinement', 'facet',
        'facets', 'listfacet', 'rangefacet', 'facetvalue', 'rangevalue', 'facetdisplay', 'rangebucket', 'sortchoice',
        'swatch', 'money', 'price', 'pricerange', 'option', 'variantoption', 'variantoptionvalue', 'selectedoption',
        'selectedoptioninput', 'attribute', 'image', 'imageformat', 'fit', 'point', 'media', 'file', 'seo', 'alternate',
        'specification', 'specificationgroup', 'suggestions', 'redirect', 'urlkind', 'urls', 'search', 'suggest',
        'navigation')
      OR name ~ '(Filter|Sort|Connection|Edge|Products|Entities|Measurement|Unit)$'
    ELSE name IN (
        'id', 'sku', 'updatedAt', 'slug', 'alternates', 'seo', 'label', 'summary', 'image', 'gallery', 'price', 'prices',
        'priceRange', 'categories', 'breadcrumbs', 'options', 'variants', 'selectedVariant', 'family', 'specifications',
        'related', 'externalRefs', 'code', 'parent', 'ancestors', 'children', 'products', 'and', 'or', 'not', 'category',
        'relevance', 'newest')
    END
$$;

CREATE FUNCTION pg_temp.name_key(name text, is_type boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN is_type THEN lower(left(name, 1) COLLATE "C") || substr(name, 2) ELSE name END
$$;

CREATE FUNCTION pg_temp.name_of_code(code text, is_type boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN NOT pg_temp.is_reserved(name, is_type) THEN name WHEN is_type THEN name || 'Type' ELSE name || 'Value' END
  FROM (SELECT CASE WHEN joined ~ '^[0-9]' THEN '_' || joined ELSE joined END AS name FROM (
    SELECT COALESCE(string_agg(
        CASE WHEN is_type OR place > 1 THEN upper(left(word, 1) COLLATE "C") ELSE lower(left(word, 1) COLLATE "C") END
          || substr(word, 2), '' ORDER BY place),
      CASE WHEN is_type THEN 'Unnamed' ELSE 'unnamed' END) AS joined
    FROM (
      SELECT row_number() OVER (ORDER BY position) AS place,
             CASE WHEN part ~ '[a-z]' THEN part ELSE lower(part COLLATE "C") END AS word
      FROM regexp_split_to_table(code COLLATE "C", '[^A-Za-z0-9]+') WITH ORDINALITY AS split (part, position)
      WHERE part <> '') AS words) AS joined_words) AS valid_name
$$;

DO $do$
DECLARE
  step record;
BEGIN
  FOR step IN SELECT * FROM (VALUES (1, 'attribute', 'association_type', false), (2, 'association_type', 'attribute', false),
    (3, 'attribute_set', 'entity_type', true), (4, 'entity_type', 'attribute_set', true))
    AS steps (number, named, other, is_type) ORDER BY number
  LOOP
    EXECUTE format($sql$
      WITH taken AS (
        SELECT organization_id, pg_temp.name_key(api_name, %3$L) AS key FROM public.%2$I WHERE api_name IS NOT NULL
      ), unnamed AS (
        SELECT organization_id, id, created_at, code_key, name, pg_temp.name_key(name, %3$L) AS key,
               CASE WHEN code ~ '^[A-Za-z_][A-Za-z0-9_]*$' AND left(code, 2) <> '__'
                         AND NOT pg_temp.is_reserved(code, %3$L) THEN code END AS verbatim
        FROM (SELECT *, pg_temp.name_of_code(code, %3$L) AS name FROM public.%1$I) AS coded
      ), ranked AS (
        SELECT *, row_number() OVER (PARTITION BY organization_id, key ORDER BY created_at, code_key COLLATE "C") AS rank
        FROM unnamed
      ), by_name AS (
        SELECT organization_id, id, name, key FROM ranked
        WHERE rank = 1 AND (organization_id, key) NOT IN (SELECT organization_id, key FROM taken)
      ), clashing AS (
        SELECT *, pg_temp.name_key(verbatim, %3$L) AS verbatim_key,
               row_number() OVER (PARTITION BY organization_id, pg_temp.name_key(verbatim, %3$L)
                                  ORDER BY created_at, code_key COLLATE "C") AS verbatim_rank
        FROM unnamed WHERE id NOT IN (SELECT id FROM by_name)
      ), by_code AS (
        SELECT organization_id, id, verbatim AS name, verbatim_key AS key FROM clashing
        WHERE verbatim IS NOT NULL AND verbatim_rank = 1
          AND (organization_id, verbatim_key) NOT IN (SELECT organization_id, key FROM taken)
          AND (organization_id, verbatim_key) NOT IN (SELECT organization_id, key FROM by_name)
      ), used AS (
        SELECT organization_id, key FROM taken UNION SELECT organization_id, key FROM by_name
        UNION SELECT organization_id, key FROM by_code
      ), numbered AS (
        SELECT *, row_number() OVER (PARTITION BY organization_id, pg_temp.name_key(stem, %3$L)
                                     ORDER BY created_at, code_key COLLATE "C") AS stem_rank
        FROM (SELECT *, COALESCE(verbatim, name) AS stem FROM clashing
              WHERE id NOT IN (SELECT id FROM by_code)) AS stems
      ), by_number AS (
        SELECT organization_id, id, stem || '_' || (
                 SELECT number FROM generate_series(2, 2 + (SELECT count(*) FROM used) + stem_rank) AS number
                 WHERE (numbered.organization_id, pg_temp.name_key(stem || '_' || number, %3$L))
                       NOT IN (SELECT organization_id, key FROM used)
                 ORDER BY number OFFSET stem_rank - 1 LIMIT 1) AS name
        FROM numbered
      )
      UPDATE public.%1$I AS target SET api_name = chosen.name
      FROM (SELECT organization_id, id, name FROM by_name UNION ALL SELECT organization_id, id, name FROM by_code
            UNION ALL SELECT organization_id, id, name FROM by_number) AS chosen
      WHERE target.organization_id = chosen.organization_id AND target.id = chosen.id
    $sql$, step.named, step.other, step.is_type);
  END LOOP;
END
$do$;

DROP FUNCTION pg_temp.name_of_code(text, boolean);
DROP FUNCTION pg_temp.name_key(text, boolean);
DROP FUNCTION pg_temp.is_reserved(text, boolean);
