// Risk: an operation that is fast in a small catalogue fails, or takes ever longer, in a large one.
import { writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Answer, createAuthorizationWorld, schema } from './support/authorization-world.ts';
import { enlarge, sizeOf } from './support/large-catalogue.ts';
import { largeRequests } from './support/large-requests.ts';
import { openWorkMeter, type Work } from './support/rows-read.ts';

const SMALL = 1_000;
const LARGE = Number(process.env.LARGE_PRODUCTS ?? 20_000);
/** Processor time is compared in the long run only: on a busy machine it says little. */
const MEASURES_TIME = process.env.LARGE_PRODUCTS !== undefined;
/** Where the long run writes all measurements, as a table. */
const RESULTS = process.env.LARGE_RESULTS;

/** How much more work a large catalogue may make, and how much work is never too much. */
const FACTOR = 3;
const FEW_ROWS = 1_500;
const SHORT_MS = 100;
const LONGEST_MS = 1_000;
const POOL_SIZE = 4;

interface Exception {
  readonly of: RegExp;
  readonly reason: string;
  /** The number of products from which it is needed. */
  readonly from?: number;
}

/** Requests that may read more rows in a larger catalogue. An exception that is not needed fails. */
const EXCEPTIONS: readonly Exception[] = [
  { of: / \{ (totalCount|counts) \}$/, reason: 'Totals are exact; counts of users end at 10,000.' },
  {
    of: /^(attribute\.fill|completenessSummary|mediaUsage|describeCatalog|products\.facets)/,
    reason: 'They count the whole catalogue.',
  },
  { of: / of what is in use$/, reason: 'The problem counts up to 10,000 users.' },
  {
    of: /^(products|entities)\(.*sort: /,
    reason:
      'Orders without an index sort the search rows of the list; others are read until the page is full.',
  },
  { of: /^products\(filter: \{ associations/, reason: 'All products with such a link are looked up.' },
  { of: /^job\.change/, reason: 'The events since the job began are read.' },
  { of: /^events(\.summary|\(types)/, reason: 'Up to 10,000 events are read for a page.' },
  { of: /^(clearAttribute|mergeEntities)$/, reason: 'Products and entities are counted up to 10,000.' },
  { of: /\.usage$/, reason: 'Users are counted up to 10,000, and the first of them named.' },
  { of: /^revertChanges$/, reason: 'The events since the time of the selection are read.' },
  { of: /\.usedBy/, reason: 'All users of one object are sorted for a page.' },
  { of: /^deleted(Products|Entities)\(search/, reason: 'A text is looked for in all deleted objects.' },
  { of: /^mediaFiles\(/, reason: 'The rows of media are read until a page is full.' },
  {
    of: /^entities\((query|filter: \{ (q|and|or|attributes):)/,
    reason: 'A text that all entities have leads to all of them.',
  },
  {
    of: /^attributeSet(Schema|\.guide)/,
    reason: 'They contain the options, or count them.',
    from: 100_000,
  },
  {
    of: /^(options|optionSet\.options)\(/,
    reason: 'The options of a set are read until a page is full.',
    from: 100_000,
  },
  {
    of: /^modelLabel/,
    reason: 'The labels of a kind are read until a page is full, or counted.',
    from: 100_000,
  },
  {
    of: /^((create|update|upsert|move)Categor|applyTemplate)/,
    reason: 'Small trees are read whole, and what is below a category follows it.',
    from: 100_000,
  },
  {
    of: /^(delete|replace)Media$/,
    reason: 'Options and categories are read for their images.',
    from: 100_000,
  },
];

interface Measurement {
  readonly label: string;
  readonly fault: string | null;
  readonly work: Work;
}

/** Lists the faults of a response that no catalogue excuses: an error of the server, or a query that was not answered. */
function faultOf({ data, errors = [] }: Answer, kind: string): string | null {
  const payloads = Object.values(data ?? {}) as ({ readonly status?: unknown } | null)[];
  const status = payloads.find((payload) => typeof payload?.status === 'number')?.status as
    | number
    | undefined;
  if (status !== undefined && status >= 500) return `${status}`;
  const reported = errors.map(({ message, extensions }) => `${extensions.status} ${message}`);
  const isFault = kind === 'query' ? errors.length > 0 : reported.some((text) => !text.startsWith('4'));
  return isFault ? reported.join() : null;
}

async function measureAll(products: number): Promise<Measurement[]> {
  const world = await createAuthorizationWorld({ applicationPoolSize: POOL_SIZE });
  try {
    await enlarge(world, sizeOf(products));
    const meter = openWorkMeter(world.catalogue.database, world.owner.organizationId, {
      poolSize: POOL_SIZE,
      measuresTime: MEASURES_TIME,
    });
    const measurements: Measurement[] = [];
    for (const { label, kind, document, variables } of largeRequests(world.specimens)) {
      const { result, work } = await meter.measure(() => world.run(document, variables, world.owner));
      measurements.push({ label, fault: faultOf(result, kind), work });
    }
    return measurements;
  } finally {
    await world.close();
  }
}

interface Comparison {
  readonly label: string;
  readonly small: Measurement;
  readonly large: Measurement;
}
let comparisons: readonly Comparison[];

beforeAll(async () => {
  // Side by side where only rows are counted: each catalogue has a database of its own.
  const first = measureAll(SMALL);
  if (MEASURES_TIME) await first;
  const [small, large] = await Promise.all([first, measureAll(LARGE)]);
  const ofSmall = new Map(small.map((measurement) => [measurement.label, measurement]));
  comparisons = large.map((measurement) => {
    const { label } = measurement;
    return { label, large: measurement, small: ofSmall.get(label) as Measurement };
  });
  if (RESULTS !== undefined) writeFileSync(RESULTS, tableOf(comparisons));
}, 7_200_000);

const tableOf = (rows: readonly Comparison[]) =>
  rows
    .map(({ label, small, large }) => {
      const cells = [
        label,
        small.work.rowsRead,
        large.work.rowsRead,
        small.work.processorMs,
        large.work.processorMs,
      ];
      return `| ${cells.map((cell) => (typeof cell === 'number' ? Math.round(cell) : `\`${cell}\``)).join(' | ')} |\n`;
    })
    .join('');

/** Requests that may take longer than a second. */
const SLOW: readonly Exception[] = [
  {
    of: /^(completenessSummary|products\.facets)/,
    reason: 'A running server counts them in memory; here PostgreSQL does.',
  },
];

const isExcepted = (label: string) => EXCEPTIONS.some(({ of }) => of.test(label));
const readsMore = ({ small, large }: Comparison) =>
  large.work.rowsRead > FACTOR * Math.max(small.work.rowsRead, FEW_ROWS);

test('every operation answers in a large catalogue', () => {
  const faults = comparisons.flatMap(({ label, small, large }) =>
    [small, large].flatMap(({ fault }) => (fault === null ? [] : [`${label}: ${fault}`])),
  );
  expect(faults).toEqual([]);
  const measured = new Set(comparisons.map(({ label }) => /^\w+/.exec(label)?.[0]));
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.keys(type?.getFields() ?? {}),
  );
  // `node` reads what the queries of each type read.
  expect(fields.filter((name) => name !== 'node' && !measured.has(name))).toEqual([]);
});

test('a root field without a specimen is no operation that is left out: the requests cannot be made', () => {
  expect(() => largeRequests({})).toThrow('no value for the kept AssociationType of associationType');
});

test('every operation reads as many rows in a large catalogue as in a small one, give or take a factor of three', () => {
  const wrong = comparisons
    .filter((comparison) => readsMore(comparison) && !isExcepted(comparison.label))
    .map(({ label, small, large }) => {
      const tables = [...large.work.rows].slice(0, 3).map(([name, rows]) => `${name} ${rows}`);
      return `${label}: ${small.work.rowsRead} → ${large.work.rowsRead} rows (${tables.join(', ')})`;
    });
  expect(wrong).toEqual([]);
});

test('no exception is listed that is not needed', () => {
  const needless = EXCEPTIONS.filter(
    ({ of, from = 0 }) =>
      from <= LARGE && !comparisons.some((comparison) => of.test(comparison.label) && readsMore(comparison)),
  );
  expect(needless.map(({ reason }) => reason)).toEqual([]);
});

test.runIf(MEASURES_TIME)('every operation takes at most a second of processor time', () => {
  const slow = comparisons
    .filter(({ large }) => large.work.processorMs > LONGEST_MS)
    .filter(({ label }) => !SLOW.some(({ of }) => of.test(label)))
    .map(({ label, large }) => `${label}: ${Math.round(large.work.processorMs)} ms`);
  const growing = comparisons
    .filter(({ label, small, large }) => {
      const allowed = FACTOR * Math.max(small.work.processorMs, SHORT_MS);
      return large.work.processorMs > allowed && !isExcepted(label);
    })
    .map(({ label, small, large }) => `${label}: ${small.work.processorMs} → ${large.work.processorMs} ms`);
  expect({ slow, growing }).toEqual({ slow: [], growing: [] });
});
