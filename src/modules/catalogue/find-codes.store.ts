import type { Labels } from '../../kernel/labels.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { ColumnsOf, Statement } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** Kinds of objects with a code that a write may name. */
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
export interface CodeHit {
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

/**
 * SQL of the candidates by kind: code, labels, path, detail, further terms, and position. `$2` is the owner to which
 * they must belong.
 */
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

/**
 * Returns the SQL for the result of `foldText` on a text, except at its ends. Plain ASCII, where bytes are characters,
 * skips the costly part.
 */
const folded = (text: string) =>
  `translate(CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text})
    ELSE replace(lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') COLLATE "und-x-icu"),
      'ß', 'ss') END, '_-', '  ')`;

/** Number of candidates that are ranked; a query of more than one word finds far fewer. */
const MAXIMUM_WEIGHED = 2_000;

/** Rank of one text, 0 best, NULL no match; the code (line 1) ranks before a label or keyword. */
const FIT = `CASE WHEN text = $3 THEN 0 WHEN starts_with(text, $3) THEN 2
  WHEN strpos(text, ' ' || $3) > 0 THEN 4 WHEN strpos(text, $3) > 0 THEN 6 END + (line > 1)::int`;

const COLUMNS = 'code, labels, to_jsonb(path) AS path, detail';
const ROW: ColumnsOf<CodeHit> = { code: 'text', labels: 'json', path: 'json', detail: 'text | null' };

const listOf = (kind: CodeKind) =>
  defineStatement<CodeHit>({
    name: `catalogue.list_${kind}`,
    kind: 'read',
    row: ROW,
    sql: `SELECT ${COLUMNS} FROM (${CANDIDATES[kind]}) AS candidate ORDER BY place, code, path LIMIT $3::int`,
  });
const searchOf = (kind: CodeKind) =>
  defineStatement<CodeHit>({
    name: `catalogue.find_${kind}`,
    kind: 'read',
    row: ROW,
    sql: `SELECT ${COLUMNS} FROM (
            SELECT candidate.*, (
              SELECT coalesce(min(${FIT}), CASE WHEN string_agg(text, ' ') LIKE ALL ($5::text[]) THEN 8 END)
              FROM (SELECT btrim(${folded('text')}) AS text, line FROM (
                      SELECT code AS text, 1 AS line UNION ALL SELECT value, 2 FROM jsonb_each_text(labels)
                      UNION ALL SELECT unnest(words), 2) AS lines) AS lines) AS fit
            FROM (
              SELECT candidate.*, concat_ws(' ', code, labels::text, array_to_string(words, ' ')) AS known
              FROM (${CANDIDATES[kind]}) AS candidate OFFSET 0
            ) AS candidate WHERE ${folded('known')} LIKE ALL ($4::text[])
            ORDER BY starts_with(lower(code), $3) DESC, length(known), code LIMIT ${MAXIMUM_WEIGHED}
          ) AS candidate
          WHERE fit IS NOT NULL ORDER BY fit, length(code), code, path LIMIT $6::int`,
  });
const ofEach = (define: (kind: CodeKind) => Statement<CodeHit>) =>
  Object.fromEntries(Object.keys(CANDIDATES).map((kind) => [kind, define(kind as CodeKind)])) as Readonly<
    Record<CodeKind, Statement<CodeHit>>
  >;
const LIST = ofEach(listOf);
const SEARCH = ofEach(searchOf);

/**
 * Returns the codes of one kind, the best fitting first; those whose texts hold the words of the query in another order
 * come last. First all that is known of a candidate is searched as it lies; only what has all the words is taken apart.
 */
export async function searchCodes(
  transaction: Transaction,
  organizationId: string,
  { kind, query, within, limit }: CodeSearch,
): Promise<readonly CodeHit[]> {
  if (query === '') return transaction.execute(LIST[kind], [organizationId, within, limit]);
  const searchPatterns = query.split(' ').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return transaction.execute(SEARCH[kind], [
    organizationId,
    within,
    query,
    searchPatterns.map(inJson),
    searchPatterns,
    limit,
  ]);
}

/**
 * Returns the pattern of a word for JSON, which writes some characters otherwise: there it lets anything stand for
 * them.
 */
const inJson = (pattern: string) => pattern.replace(/"|\\\\/g, '%');
