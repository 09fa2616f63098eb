import type { AppContext } from '../../src/app.ts';
import { openMediaStorage } from '../../src/app.ts';
import type { JsonValue } from '../../src/kernel/json.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { type ProductItem, upsertProducts } from '../../src/modules/product/index.ts';
import { MODULES } from '../../src/modules.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { importAkeneoFolder } from '../../test/support/akeneo-folder.ts';
import { type SeededRandom, seededRandomFrom } from '../../test/support/seeded-random-from.ts';

export const OWNER = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };
const BATCH = 500;

export interface BenchCatalogue {
  readonly organizationId: string;
  readonly token: string;
}

/** A product of the sample, from which the made ones take their values. */
interface Sample {
  readonly attributeSet: string;
  readonly categories: readonly string[];
  readonly values: Readonly<Record<string, readonly SampleCell[]>>;
}

interface SampleCell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: JsonValue;
}

/**
 * Imports a folder of Akeneo's files and then writes simple products until there are `products`: each has the set of
 * one of the imported ones and, attribute by attribute, the cells of another one of that set, so that every attribute
 * is as often filled and every value as frequent as in the sample; whole numbers and amounts are spread around those
 * of the sample, identifiers left out. The same every time. All of it goes through the operations of the product.
 */
export async function buildCatalogue(
  catalogue: AppContext,
  settings: { readonly products: number; readonly folder: string; readonly dataDir: string },
): Promise<BenchCatalogue> {
  const { database, runner, clock } = catalogue;
  const { organizationId } = await provisionOrganization(
    { owner: database.owner, clock },
    { name: 'Bench', owner: OWNER },
    MODULES,
  );
  const session = systemSession(organizationId, { door: 'import', requestId: newId() });
  const storage = await openMediaStorage({ dataDir: settings.dataDir });
  await importAkeneoFolder({ runner, session, storage, folder: settings.folder });
  await multiply(catalogue, session, settings.products);
  await database.owner.query('VACUUM (ANALYZE)');
  const person = await openUserSession(database.owner, organizationId, OWNER.email, {
    door: 'console',
    requestId: 'bench',
  });
  if (person === null) throw new Error('The owner is missing.');
  const { output } = await runner.write(person, createAccessToken, { name: 'Bench', scopes: [...SCOPES] });
  return { organizationId, token: output.token };
}

async function multiply(catalogue: AppContext, session: Session, products: number): Promise<void> {
  const { organizationId } = session;
  const { owner } = catalogue.database;
  const { rows: samples } = await owner.query<Sample>(
    `SELECT attribute_set AS "attributeSet", categories, "values" FROM public.product
     WHERE organization_id = $1 AND type = 'simple' AND attribute_set IS NOT NULL AND deleted_at IS NULL ORDER BY id`,
    [organizationId],
  );
  const { rows: unique } = await owner.query<{ code: string }>(
    `SELECT code FROM public.attribute WHERE organization_id = $1 AND ("unique" OR type = 'identifier')`,
    [organizationId],
  );
  const { rows: counted } = await owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM public.product WHERE organization_id = $1 AND deleted_at IS NULL',
    [organizationId],
  );
  const make = itemMaker(samples, new Set(unique.map(({ code }) => code)));
  for (let done = counted[0]?.count ?? 0; done < products; done += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, products - done) }, (_, index) => make(done + index));
    const { output } = await catalogue.runner.write(session, upsertProducts, {
      items,
      mode: 'create',
      errorPolicy: 'reject_failed',
    });
    const failed = output.results.find(({ outcome }) => outcome === 'failed');
    if (failed !== undefined) throw new Error(`A product was refused: ${JSON.stringify(failed)}`);
    if (process.stderr.isTTY) process.stderr.write(`\r${done + items.length} of ${products} products`);
  }
}

const STATUSES = ['published', 'published', 'published', 'draft', 'in_review'] as const;

function itemMaker(samples: readonly Sample[], unique: ReadonlySet<string>): (index: number) => ProductItem {
  const random = seededRandomFrom(20_261_121);
  const bySet = Map.groupBy(samples, ({ attributeSet }) => attributeSet);
  return (index) => {
    const { attributeSet, categories } = random.pick(samples);
    const siblings = bySet.get(attributeSet) ?? [];
    const codes = new Set(siblings.flatMap(({ values }) => Object.keys(values)));
    return {
      sku: `B-${String(index).padStart(7, '0')}`,
      attributeSet,
      status: random.pick(STATUSES),
      categories: { set: categories },
      values: [...codes]
        .filter((code) => !unique.has(code))
        .flatMap((code) =>
          (random.pick(siblings).values[code] ?? []).map((cell) => ({
            attribute: code,
            channel: cell.channel ?? null,
            locale: cell.locale ?? null,
            value: spread(cell.value, random),
            path: [],
          })),
        ),
    };
  };
}

/** Returns another number of the same size and scale; a value that is no number stays. */
function spread(value: JsonValue, random: SeededRandom): JsonValue {
  if (Array.isArray(value)) return value.map((item) => spread(item, random));
  if (typeof value === 'number') return Math.round(value * (0.5 + random.fraction()));
  if (value !== null && typeof value === 'object' && 'amount' in value) {
    const amount = String(value.amount);
    const scale = amount.split('.')[1]?.length ?? 0;
    return { ...value, amount: (Number(amount) * (0.5 + random.fraction())).toFixed(scale) };
  }
  return value;
}
