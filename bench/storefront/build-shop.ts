import type { AppContext } from '../../src/app.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { upsertStorefronts } from '../../src/modules/storefront/index.ts';
import { createStorefrontKey } from '../../src/modules/storefront-key/index.ts';
import { MODULES } from '../../src/modules.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import { descriptionOf, LOCALES, OPTION_COUNT, shopItem, titleOf } from './shop-items.ts';

const OWNER = { name: 'Olga', email: 'owner@example.com', password: 'correct horse battery' };
const BATCH = 500;

const ATTRIBUTES = [
  { code: 'title', type: 'text', localizable: true },
  { code: 'story', type: 'rich_text', localizable: true },
  { code: 'gtin', type: 'identifier' },
  { code: 'luminous_flux', type: 'number', validation: { decimalPlaces: 1 } },
  { code: 'bulbs', type: 'number' },
  { code: 'dimmable', type: 'boolean' },
  { code: 'on_sale_from', type: 'date' },
  { code: 'list_price', type: 'price' },
  { code: 'overall_height', type: 'measurement', measurementFamily: 'length', defaultUnit: 'CENTIMETER' },
  { code: 'wattage', type: 'measurement', measurementFamily: 'power', defaultUnit: 'WATT' },
  { code: 'finish', type: 'select', optionSet: 'choices' },
  { code: 'material', type: 'select', optionSet: 'choices' },
] as const;

export interface BenchShop {
  readonly organizationId: string;
  readonly token: string;
  /** Publishable key of the storefront. */
  readonly key: string;
}

/** Builds an organization with published items, a storefront that exposes all twelve attributes, a token and a key. */
export async function buildShop({ database, runner, clock }: AppContext, items: number): Promise<BenchShop> {
  const { organizationId } = await provisionOrganization(
    { owner: database.owner, clock },
    { name: 'Shop', owner: OWNER },
    MODULES,
  );
  const session = systemSession(organizationId, { door: 'import', requestId: newId() });
  const upsertAll = async (upsert: typeof upsertAttributes, patches: readonly object[]) => {
    const written = patches.map((patch) => ({ patch: patch as never }));
    await runner.write(session, upsert, { items: written, mode: 'upsert', errorPolicy: 'reject_all' });
  };
  await upsertAll(upsertOptionSets, [{ code: 'choices' }]);
  await upsertAll(
    upsertOptions,
    Array.from({ length: OPTION_COUNT }, (_, index) => ({
      code: `choice_${index + 1}`,
      optionSet: 'choices',
      labels: { en_US: `Choice ${index + 1}` },
    })),
  );
  await upsertAll(upsertAttributes, ATTRIBUTES);
  await upsertAll(upsertAttributeSets, [
    {
      code: 'item',
      attributes: ATTRIBUTES.map(({ code }) => ({ code })),
      attributeAsLabel: 'title',
      roles: { price: 'list_price' },
    },
  ]);
  await upsertAll(upsertChannels, [
    { code: 'shop', locales: LOCALES, currencies: ['EUR'], slugsEnabled: true, active: true },
  ]);
  await writeItems(runner, session, items);
  await upsertAll(upsertStorefronts, [
    { code: 'shop', channel: 'shop', attributes: ATTRIBUTES.map(({ code }) => code) },
  ]);
  await database.owner.query('VACUUM (ANALYZE)');
  const person = await openUserSession(database.owner, organizationId, OWNER.email, {
    door: 'console',
    requestId: 'bench',
  });
  if (person === null) throw new Error('The owner is missing.');
  const token = await runner.write(person, createAccessToken, { name: 'Bench', scopes: [...SCOPES] });
  const key = await runner.write(person, createStorefrontKey, {
    storefront: 'shop',
    name: 'Bench',
    kind: 'publishable',
  });
  return { organizationId, token: token.output.token, key: key.output.key };
}

async function writeItems(runner: AppContext['runner'], session: Session, items: number): Promise<void> {
  for (let done = 0; done < items; done += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, items - done) }, (_, index) => done + index + 1);
    const { output } = await runner.write(session, upsertProducts, {
      items: numbers.map(productOf),
      mode: 'create',
      errorPolicy: 'reject_failed',
    });
    const failed = output.results.find(({ outcome }) => outcome === 'failed');
    if (failed !== undefined) throw new Error(`A product was refused: ${JSON.stringify(failed)}`);
  }
}

function productOf(n: number) {
  const item = shopItem(n);
  const cell = (attribute: string, value: unknown, locale: string | null = null) => ({
    attribute,
    channel: null,
    locale,
    value: value as never,
    path: [],
  });
  return {
    sku: item.sku,
    attributeSet: 'item',
    status: 'published' as const,
    values: [
      ...LOCALES.flatMap((locale) => [
        cell('title', titleOf(n, locale), locale),
        cell('story', descriptionOf(n), locale),
      ]),
      cell('gtin', item.gtin),
      cell('luminous_flux', item.luminousFlux),
      cell('bulbs', String(item.bulbs)),
      cell('dimmable', item.dimmable),
      cell('on_sale_from', item.onSaleFrom),
      cell('list_price', [{ amount: item.price, currency: 'EUR' }]),
      cell('overall_height', { amount: item.height, unit: 'CENTIMETER' }),
      cell('wattage', { amount: item.wattage, unit: 'WATT' }),
      cell('finish', `choice_${item.finish}`),
      cell('material', `choice_${item.material}`),
    ],
  };
}
