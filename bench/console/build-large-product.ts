import type { AppContext } from '../../src/app.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { provisionOrganization } from '../../src/modules/organization/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { MODULES } from '../../src/modules.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';

const ATTRIBUTES = 300;
const LOCALES = 40;
const CHANNELS = 5;
const GROUPS = 12;
const TYPES = ['text', 'textarea', 'number', 'boolean', 'date', 'text', 'measurement', 'price'] as const;
/** Every so many attributes are required, and every so many values are missing. */
const REQUIRED = 3;
const MISSING = 7;

export const LARGE_OWNER = { name: 'Lars', email: 'large@example.com', password: 'correct horse battery' };
export const LARGE_SKU = 'LARGE';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const CHANNEL_CODES = numbers(CHANNELS).map((index) => `channel_${index + 1}`);

/** A third has a value per channel and locale, a third one per locale, a third one value. */
const ATTRIBUTE_LIST = numbers(ATTRIBUTES).map((index) => {
  const type = TYPES[index % TYPES.length] ?? 'text';
  return {
    code: `attribute_${index + 1}`,
    labels: { en_US: `Attribute ${index + 1}` },
    type,
    localizable: index % 3 < 2,
    scopable: index % 3 < 1,
    group: `group_${(index % GROUPS) + 1}`,
    ...(type === 'measurement' ? { measurementFamily: 'length', defaultUnit: 'CENTIMETER' } : {}),
  };
});

/** Builds an organization of its own with one product of 300 attributes in 40 locales and 5 channels. */
export async function buildLargeProduct({ database, runner, clock }: AppContext): Promise<void> {
  const { organizationId } = await provisionOrganization(
    { owner: database.owner, clock },
    { name: 'Large', owner: LARGE_OWNER },
    MODULES,
  );
  const session = systemSession(organizationId, { door: 'import', requestId: newId() });
  const given = async (upsert: typeof upsertAttributes, patches: readonly object[]) => {
    const written = patches.map((patch) => ({ patch: patch as never }));
    await runner.write(session, upsert, { items: written, mode: 'upsert', errorPolicy: 'reject_all' });
  };
  const { rows } = await database.owner.query<{ code: string }>(
    `SELECT code FROM public.locale WHERE organization_id = $1 ORDER BY code <> 'en_US', code LIMIT $2`,
    [organizationId, LOCALES],
  );
  const locales = rows.map(({ code }) => code);
  await given(
    upsertChannels,
    CHANNEL_CODES.map((code) => ({ code, locales, currencies: ['EUR', 'USD'], active: true })),
  );
  await given(
    upsertAttributeGroups,
    numbers(GROUPS).map((index) => ({
      code: `group_${index + 1}`,
      labels: { en_US: `Group ${index + 1}` },
    })),
  );
  await given(upsertAttributes, ATTRIBUTE_LIST);
  const required = ATTRIBUTE_LIST.filter((_, index) => index % REQUIRED === 0).map(({ code }) => code);
  await given(upsertAttributeSets, [
    {
      code: 'large',
      attributes: ATTRIBUTE_LIST.map(({ code, group }) => ({ code, group })),
      attributeAsLabel: 'attribute_2',
      requiredAttributes: Object.fromEntries(CHANNEL_CODES.map((channel) => [channel, required])),
    },
  ]);
  const { output } = await runner.write(session, upsertProducts, {
    items: [{ sku: LARGE_SKU, attributeSet: 'large', status: 'published', values: cells(locales) }],
    mode: 'create',
    errorPolicy: 'reject_failed',
  });
  if (output.results[0]?.outcome === 'failed')
    throw new Error(`The product was refused: ${JSON.stringify(output.results[0]).slice(0, 2_000)}`);
}

function cells(locales: readonly string[]) {
  return ATTRIBUTE_LIST.flatMap(({ code, type, localizable, scopable }, index) =>
    (scopable ? CHANNEL_CODES : [null]).flatMap((channel) =>
      (localizable ? locales : [null])
        .filter((_, place) => (index + place) % MISSING !== 0)
        .map((locale) => ({
          attribute: code,
          channel,
          locale,
          value: exampleOf(type, index) as never,
          path: [],
        })),
    ),
  );
}

function exampleOf(type: (typeof TYPES)[number], index: number): unknown {
  switch (type) {
    case 'number':
      return String(index);
    case 'boolean':
      return index % 2 === 0;
    case 'date':
      return '2026-11-24';
    case 'measurement':
      return { amount: String(index + 1), unit: 'CENTIMETER' };
    case 'price':
      return [{ amount: `${index + 1}.00`, currency: 'EUR' }];
    default:
      return `Value of attribute ${index + 1}, as long as such texts are`;
  }
}
