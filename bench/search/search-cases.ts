import type pg from 'pg';
import type { ProductQuery } from '../../src/modules/search/index.ts';

/** A search of one class of operators. */
export interface SearchCase {
  readonly name: string;
  readonly query: Pick<ProductQuery, 'filter' | 'sort'>;
  /** Part of the response that is requested besides the page. */
  readonly also?: 'count' | 'facets' | 'summary';
}

interface Known {
  readonly code: string;
  readonly localizable: boolean;
  readonly scopable: boolean;
  /** Number of the sampled products that have it. */
  readonly filled: number;
}

/** Values that some products have in common. */
interface Together {
  readonly status: string;
  readonly select: string;
  readonly option: string;
  readonly boolean: string;
  readonly yes: boolean;
}

/** Selects the products that values are taken from: the same ones every time. */
const SAMPLE = `CREATE TEMPORARY TABLE sample AS SELECT id, status, "values"::jsonb AS cells FROM public.product
  WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY md5(id::text) LIMIT 5000`;
/** Selects products that have an attribute which none of the sampled ones has; scans all. */
const HAVING = `(SELECT "values"::jsonb AS cells FROM public.product
  WHERE organization_id = $1 AND deleted_at IS NULL AND "values"::jsonb ? $2 ORDER BY md5(id::text) LIMIT 5000)`;

/**
 * Returns searches of every class of operators over the contents of the catalogue: for each type the attribute that
 * most products have, of its values the most frequent one (broad) and one that few have (selective).
 */
export async function searchCases(owner: pg.Pool, organizationId: string): Promise<SearchCase[]> {
  const client = await owner.connect();
  try {
    await client.query(SAMPLE, [organizationId]);
    return await casesOf(client, organizationId);
  } finally {
    client.release(true);
  }
}

async function casesOf(client: pg.PoolClient, organizationId: string): Promise<SearchCase[]> {
  const best = async (type: string): Promise<Known> => {
    const { rows } = await client.query<Known>(
      `WITH used AS (SELECT code, count(*)::int AS filled FROM sample, jsonb_object_keys(cells) AS code GROUP BY 1)
       SELECT code, localizable, scopable, coalesce(filled, 0) AS filled FROM public.attribute LEFT JOIN used USING (code)
       WHERE organization_id = $1 AND type = $2 AND filterable AND NOT "unique"
       ORDER BY 4 DESC, code LIMIT 1`,
      [organizationId, type],
    );
    const [known] = rows;
    if (known === undefined) throw new Error(`The catalogue has no attribute of type ${type}.`);
    return known;
  };
  const valuesOf = async ({ code, filled }: Known, path: string): Promise<readonly string[]> => {
    const { rows } = await client.query<{ value: string }>(
      `SELECT cell #>> $3::text[] AS value
       FROM ${filled > 0 ? 'sample' : HAVING} AS had, jsonb_array_elements(cells -> $2) AS cell
       WHERE cell #>> $3::text[] IS NOT NULL AND $1::uuid IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
      [organizationId, code, `{${path}}`],
    );
    if (rows.length === 0) throw new Error(`No product has a value of ${code}.`);
    return rows.map(({ value }) => value);
  };
  /**
   * Finds a status with an option and a yes or no that products have in common: the most frequent of them and a rare
   * one.
   */
  const together = async (): Promise<readonly [Together, Together]> => {
    const { rows } = await client.query<Together>(
      `WITH cell AS MATERIALIZED (
         SELECT sample.id, sample.status, code, type, cells #>> ARRAY[code, '0', 'value'] AS value
         FROM sample, public.attribute
         WHERE organization_id = $1 AND type IN ('select', 'boolean') AND filterable AND cells ? code)
       SELECT one.status, one.code AS select, one.value AS option, other.code AS boolean, other.value::boolean AS yes
       FROM cell AS one JOIN cell AS other USING (id)
       WHERE one.type = 'select' AND other.type = 'boolean'
       GROUP BY 1, 2, 3, 4, 5 ORDER BY count(*) DESC, 1, 2, 3, 4, 5`,
      [organizationId],
    );
    const [most, rare] = [rows.at(0), rows.at(-1)];
    if (most === undefined || rare === undefined) throw new Error('No product has both kinds of values.');
    return [most, rare];
  };
  const { rows: labelled } = await client.query<{ word: string }>(
    `SELECT word FROM sample, public.attribute, jsonb_array_elements(cells -> code) AS cell,
       regexp_split_to_table(lower(cell ->> 'value'), '[^[:alnum:]]+') AS word
     WHERE organization_id = $1 AND searchable AND type = 'text' AND length(word) > 1
     GROUP BY 1 ORDER BY count(*) DESC, 1`,
    [organizationId],
  );
  const select = await best('select');
  const text = await best('text');
  const number = await best('number');
  const measurement = await best('measurement');
  const price = await best('price');
  const boolean = await best('boolean');
  const multi = await best('multi_select');
  const options = await valuesOf(select, 'value');
  const many = await valuesOf(multi, 'value,0');
  const texts = await valuesOf(text, 'value');
  const amounts = (await valuesOf(measurement, 'value,amount')).map(Number).sort((a, b) => a - b);
  const [unit = ''] = await valuesOf(measurement, 'value,unit');
  const [currency = ''] = await valuesOf(price, 'value,0,currency');
  const prices = (await valuesOf(price, 'value,0,amount')).map(Number).sort((a, b) => a - b);
  const numbers = (await valuesOf(number, 'value')).map(Number).sort((a, b) => a - b);
  const at = <Item>(items: readonly Item[], part: number) =>
    items[Math.floor((items.length - 1) * part)] as Item;
  // Shorter parts of words are rejected as too broad.
  const word = texts.flatMap((value) => value.split(/\s+/)).find(({ length }) => length > 2) ?? '';
  const of = (attribute: Known, condition: object) => ({
    attributes: [{ attribute: attribute.code, ...condition }],
  });
  const only = (filter: object, sort?: object) =>
    ({ filter, ...(sort === undefined ? {} : { sort: [sort] }) }) as SearchCase['query'];
  const broad = of(select, { eq: options[0] });
  const [most, rare] = await together();
  const three = (found: Together) => ({
    status: { eq: found.status },
    attributes: [
      { attribute: found.select, eq: found.option },
      { attribute: found.boolean, eq: found.yes },
    ],
  });
  const spoken = labelled.map(({ word }) => word).filter(({ length }) => length > 3);
  const ofTwo = labelled.map(({ word }) => word).filter(({ length }) => length === 2);
  const misspelled = (word: string) => `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;
  return [
    { name: 'no condition', query: only({}) },
    { name: 'sort by change', query: only({}, { field: 'updatedAt', direction: 'desc' }) },
    { name: 'sort by SKU', query: only({}, { field: 'key' }) },
    { name: 'sort by a number', query: only({}, { attribute: number.code }) },
    { name: 'sort by completeness', query: only({}, { field: 'completeness' }) },
    { name: 'SKU equals', query: only({ sku: { eq: 'B-0004321' } }) },
    { name: 'SKU starts with', query: only({ sku: { startsWith: 'B-00043' } }) },
    { name: 'status', query: only({ status: { eq: 'in_review' } }) },
    { name: 'select equals, broad', query: only(broad) },
    { name: 'select equals, selective', query: only(of(select, { eq: options.at(-1) })) },
    {
      name: 'select in',
      query: only(of(select, { in: [at(options, 0.3), at(options, 0.6), at(options, 0.9)] })),
    },
    { name: 'select not equal', query: only(of(select, { ne: options[0] })) },
    { name: 'multi select any', query: only(of(multi, { any: [at(many, 0.5)] })) },
    { name: 'boolean', query: only(of(boolean, { eq: true })) },
    { name: 'empty', query: only(of(boolean, { empty: true })) },
    {
      name: 'number between, selective',
      query: only(of(number, { between: [at(numbers, 0.5), at(numbers, 0.51)] })),
    },
    { name: 'number above, broad', query: only(of(number, { gt: at(numbers, 0.1) })) },
    {
      name: 'measurement below',
      query: only(of(measurement, { lt: { amount: String(at(amounts, 0.2)), unit } })),
    },
    { name: 'price below', query: only(of(price, { lt: { amount: String(at(prices, 0.2)), currency } })) },
    { name: 'text equals', query: only(of(text, { eq: at(texts, 0.5) })) },
    { name: 'text starts with', query: only(of(text, { startsWith: at(texts, 0.5).slice(0, 6) })) },
    { name: 'text contains, selective', query: only(of(text, { contains: at(texts, 0.9).slice(0, 12) })) },
    { name: 'text contains, broad', query: only(of(text, { contains: word.slice(0, 5) })) },
    { name: 'words (q), broad', query: only({ q: at(spoken, 0) }) },
    { name: 'words (q), selective', query: only({ q: at(spoken, 0.5) }) },
    { name: 'words with a typo', query: only({ q: misspelled(at(spoken, 0)) }) },
    { name: 'two letters, broad', query: only({ q: at(ofTwo, 0) }) },
    { name: 'two letters, selective', query: only({ q: at(ofTwo, 0.5) }) },
    { name: 'two letters, rarest', query: only({ q: at(ofTwo, 1) }) },
    { name: 'category with descendants', query: only({ categories: { empty: false } }) },
    { name: 'completeness below 100', query: only({ completeness: { lt: 100 } }) },
    { name: 'two conditions', query: only({ status: { eq: 'published' }, ...broad }) },
    { name: 'three conditions, broad', query: only(three(most)) },
    { name: 'three conditions, selective', query: only(three(rare)) },
    { name: 'three conditions by a number', query: only(three(most), { attribute: number.code }) },
    { name: 'either of two', query: only({ or: [broad, of(boolean, { eq: true })] }) },
    { name: 'exact count of all', query: only({}), also: 'count' },
    { name: 'count of a broad condition', query: only(broad), also: 'count' },
    { name: 'facets of a broad condition', query: only(broad), also: 'facets' },
    { name: 'summary of completeness', query: only({}), also: 'summary' },
  ];
}
