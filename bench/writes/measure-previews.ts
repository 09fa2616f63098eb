import type { AppContext } from '../../src/app.ts';
import { percentile } from '../statistics.ts';

/** Milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

export interface DelayedWrite {
  readonly name: string;
  readonly alone: Times;
  readonly besidePreviews: Times;
}

/** Number of people who preview changes of one attribute set without a pause. */
const PEOPLE = 2;

/**
 * Measures how long writes wait for previews: dry runs with effects of a change to the requirements of the attribute set
 * that most products have. A product, that set and one of its attributes are saved, one after the other.
 */
export async function measurePreviews(settings: {
  readonly catalogue: AppContext;
  readonly organizationId: string;
  readonly origin: string;
  readonly token: string;
  readonly runs: number;
}): Promise<{
  readonly writes: readonly DelayedWrite[];
  readonly preview: Times;
  /** Number of products of the attribute set. */
  readonly products: number;
}> {
  const { catalogue, organizationId, origin, token, runs } = settings;
  const { rows } = await catalogue.database.owner.query<{ code: string; sku: string; products: number }>(
    `SELECT attribute_set AS code, min(sku) FILTER (WHERE type = 'simple') AS sku, count(*)::int AS products
     FROM public.product WHERE organization_id = $1 GROUP BY attribute_set ORDER BY count(*) DESC LIMIT 1`,
    [organizationId],
  );
  const [{ code, sku, products } = { code: '', sku: '', products: 0 }] = rows;
  const request = async <Data>(query: string, variables: object = {}): Promise<Data> => {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Data; errors?: unknown };
    if (errors !== undefined || /"__typename":"\w+(Failed|NotFound|Problem)"/.test(JSON.stringify(data)))
      throw new Error(JSON.stringify({ data, errors }).slice(0, 1_000));
    return data;
  };
  const { attributeSet } = await request<{
    attributeSet: { attributes: readonly { attribute: { code: string }; requiredIn: readonly string[] }[] };
  }>(`{ attributeSet(code: "${code}") { attributes { attribute { code } requiredIn } } }`);
  const optional = attributeSet.attributes
    .filter(({ requiredIn }) => requiredIn.length === 0)
    .map(({ attribute }) => attribute.code);
  const preview = () =>
    request(
      `mutation ($input: UpdateAttributeSetInput!) { updateAttributeSet(code: "${code}", input: $input, dryRun: true) {
         __typename ... on AttributeSetPayload { attributeSet { effects { complete products { kind count } } } } } }`,
      { input: { addRequiredAttributes: [{ channel: '*', attributes: optional.slice(0, 3) }] } },
    );
  const change = (call: string, type: string, input: (text: string) => object) => () =>
    request(`mutation ($input: ${type}!) { ${call}, input: $input) { __typename } }`, {
      input: input(`Written ${Math.random()}`),
    });
  const labels = (text: string) => ({ labels: [{ locale: 'en_US', text }] });
  const writes = {
    'a product': change(`updateProduct(ref: "${sku}"`, 'UpdateProductInput', (text) => ({
      values: [{ attribute: 'name', value: text }],
    })),
    'the attribute set': change(`updateAttributeSet(code: "${code}"`, 'UpdateAttributeSetInput', labels),
    'an attribute': change(`updateAttribute(code: "${optional[0]}"`, 'UpdateAttributeInput', labels),
  };
  const timesOf = async (write: () => Promise<unknown>): Promise<Times> => {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await timed(write));
    return summary(times);
  };
  await preview();
  const names = Object.keys(writes) as (keyof typeof writes)[];
  const alone = new Map<string, Times>();
  for (const name of names) alone.set(name, await timesOf(writes[name]));
  const previews: number[] = [];
  let isOver = false;
  const people = Array.from({ length: PEOPLE }, async () => {
    while (!isOver) previews.push(await timed(preview));
  });
  const measured: DelayedWrite[] = [];
  for (const name of names) {
    const besidePreviews = await timesOf(writes[name]);
    measured.push({ name, alone: alone.get(name) ?? besidePreviews, besidePreviews });
  }
  isOver = true;
  await Promise.all(people);
  return { writes: measured, preview: summary(previews), products };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

const summary = (times: readonly number[]): Times => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
  longest: Math.max(...times),
});
