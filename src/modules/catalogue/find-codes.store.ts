import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';

/** What has a code that a write may name. */
export type CodeKind =
  | 'attribute'
  | 'option'
  | 'category'
  | 'attribute_set'
  | 'entity_type'
  | 'association_type'
  | 'unit'
  | 'media';

/** A code that was found. */
export interface FoundCode {
  readonly code: string;
  readonly labels: Labels;
  /** Codes from the outermost thing it stands in down to itself. */
  readonly path: readonly string[];
  /** Type of an attribute, symbol of a unit, media type of a file. */
  readonly detail: string | null;
}

interface CodeSearch {
  readonly kind: CodeKind;
  /** Folded by `foldText`; empty finds everything. */
  readonly query: string;
  /** Folded code of what it has to stand in: a set, a family, a category; null: anywhere. */
  readonly within: string | null;
  readonly limit: number;
}

/** By kind: code, labels, path, detail, further words to find it by, and place. `$2` is what it has to stand in. */
const CANDIDATES: Readonly<Record<CodeKind, string>> = {
  attribute: `SELECT code, labels, ARRAY[code] AS path, type AS detail, '{}'::text[] AS words, 0 AS place
    FROM public.attribute WHERE organization_id = $1::uuid AND ($2::text IS NULL OR code IN (
      SELECT member ->> 'code' FROM public.attribute_set, jsonb_array_elements(attributes) AS member
      WHERE attribute_set.organization_id = $1::uuid AND attribute_set.code_key = $2))`,
  option: `SELECT code, labels, ARRAY[option_set, code] AS path, NULL::text AS detail, synonyms AS words,
      sort_order AS place
    FROM public.option WHERE organization_id = $1::uuid AND active AND ($2::text IS NULL OR option_set = (
      SELECT code FROM public.option_set WHERE organization_id = $1::uuid AND code_key = $2))`,
  category: `SELECT code, labels, path, NULL::text AS detail, '{}'::text[] AS words, sort_order AS place
    FROM public.category WHERE organization_id = $1::uuid AND ($2::text IS NULL OR code_key <> $2 AND path @> ARRAY[(
      SELECT code FROM public.category WHERE organization_id = $1::uuid AND code_key = $2)])`,
  attribute_set: plain('attribute_set'),
  entity_type: plain('entity_type'),
  association_type: plain('association_type'),
  unit: `SELECT unit ->> 'code' AS code, unit -> 'labels' AS labels, ARRAY[family.code, unit ->> 'code'] AS path,
      unit ->> 'symbol' AS detail, ARRAY[unit ->> 'symbol'] AS words, place::int AS place
    FROM public.measurement_family AS family, jsonb_array_elements(units) WITH ORDINALITY AS listed (unit, place)
    WHERE organization_id = $1::uuid AND ($2::text IS NULL OR code_key = $2)`,
  media: `SELECT code, labels, ARRAY[code] AS path, mime_type AS detail, ARRAY[filename] AS words, 0 AS place
    FROM public.media WHERE organization_id = $1::uuid AND deleted_at IS NULL AND $2::text IS NULL`,
};

function plain(table: string): string {
  return `SELECT code, labels, ARRAY[code] AS path, NULL::text AS detail, '{}'::text[] AS words, 0 AS place
    FROM public.${table} WHERE organization_id = $1::uuid AND $2::text IS NULL`;
}

/** What `foldText` makes of a text. */
const folded = (text: string) =>
  `btrim(translate(replace(lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g')),
    'ß', 'ss'), '_-', '  '))`;

/** How well a text fits, 0 best, NULL not at all; a code (`rank` 0) is worth more than a label or word (1). */
const FIT = `CASE WHEN text = $3 THEN rank
  WHEN starts_with(text, $3) THEN 2 + rank
  WHEN strpos(text, ' ' || $3) > 0 THEN 4 + rank
  WHEN strpos(text, $3) > 0 THEN 6 + rank END`;

/** Codes of one kind, the best fitting first; those whose texts hold all words of the query come last. */
export async function searchCodes(
  transaction: Transaction,
  organizationId: string,
  { kind, query, within, limit }: CodeSearch,
): Promise<readonly FoundCode[]> {
  return transaction.execute<FoundCode>(
    `catalogue.find_${kind}`,
    `SELECT code, labels, to_jsonb(path) AS path, detail FROM (
       SELECT candidate.*, CASE WHEN $3 = '' THEN 0 ELSE (
         SELECT coalesce(min(${FIT}), CASE WHEN bool_and(word.found) THEN 8 END)
         FROM (SELECT ${folded('text')} AS text, rank FROM (
                 SELECT candidate.code AS text, 0 AS rank
                 UNION ALL SELECT value, 1 FROM jsonb_each_text(candidate.labels)
                 UNION ALL SELECT unnest(candidate.words), 1) AS written) AS written
         CROSS JOIN (SELECT bool_and(strpos(texts.whole, wanted) > 0) AS found
           FROM unnest(string_to_array($3, ' ')) AS wanted, (
             SELECT ${folded(`concat_ws(' ', candidate.code, (SELECT string_agg(value, ' ')
               FROM jsonb_each_text(candidate.labels)), array_to_string(candidate.words, ' '))`)} AS whole) AS texts
         ) AS word) END AS fit
       FROM (${CANDIDATES[kind]}) AS candidate
     ) AS ranked
     WHERE fit IS NOT NULL ORDER BY fit, CASE WHEN $3 = '' THEN place ELSE length(code) END, code, path LIMIT $4::int`,
    [organizationId, within, query, limit],
  );
}
