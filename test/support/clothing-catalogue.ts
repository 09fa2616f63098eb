import type { Session } from '../../src/kernel/session.ts';
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../src/modules/category/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../src/modules/currency/index.ts';
import { upsertLocales } from '../../src/modules/locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import type { ResourceOperations } from '../../src/platform/resource/resource-operations.ts';
import type { TestOrganization } from './catalogue.ts';

type Patch = { readonly code: string; readonly [key: string]: unknown };

/** Writes configuration and fails loudly when a single item is refused. */
export async function seedConfiguration(
  { runner, owner }: TestOrganization,
  upsert: ResourceOperations['upsert'],
  patches: readonly Patch[],
  session: Session = owner,
): Promise<void> {
  const items = patches.map((patch) => ({ patch: patch as never }));
  await runner.write(session, upsert, { items, mode: 'upsert', errorPolicy: 'reject_all' });
}

const select = (code: string, optionSet: string) => ({ code, type: 'select', optionSet });

/**
 * A small clothing shop: channel `web` (en_US, de_DE, EUR) that publishes complete products only, channel `print`
 * (en_US, USD) without guard, a set `clothing` whose models vary by color and then by size, and a set `accessories`.
 */
export async function seedClothingCatalogue(
  catalogue: TestOrganization,
  session: Session = catalogue.owner,
): Promise<void> {
  const write = (upsert: ResourceOperations['upsert'], patches: readonly Patch[]) =>
    seedConfiguration(catalogue, upsert, patches, session);
  await write(upsertLocales, [
    { code: 'en_US', enabled: true },
    { code: 'de_DE', enabled: true, fallback: 'en_US' },
    { code: 'fr_FR', enabled: true },
  ]);
  await write(upsertCurrencies, [
    { code: 'EUR', enabled: true },
    { code: 'USD', enabled: true },
  ]);
  await write(upsertCategories, [
    { code: 'shop', labels: { en_US: 'Shop' } },
    { code: 'clothes', parent: 'shop' },
    { code: 'sale', parent: 'shop' },
  ]);
  await write(upsertChannels, [
    {
      code: 'web',
      locales: ['en_US', 'de_DE'],
      currencies: ['EUR'],
      categoryRoot: 'shop',
      publishGuard: 'complete',
    },
    { code: 'print', locales: ['en_US'], currencies: ['USD'] },
  ]);
  await write(upsertOptionSets, [{ code: 'colors' }, { code: 'sizes' }]);
  await write(
    upsertOptions,
    ['red', 'blue', 'green'].map((code) => ({
      code,
      optionSet: 'colors',
      labels: { en_US: code, de_DE: `${code} (de)` },
    })),
  );
  await write(
    upsertOptions,
    ['s', 'm', 'l'].map((code) => ({ code, optionSet: 'sizes' })),
  );
  await write(upsertAttributes, [
    { code: 'name', type: 'text', localizable: true },
    { code: 'description', type: 'rich_text', localizable: true, scopable: true },
    { code: 'brand', type: 'text' },
    select('color', 'colors'),
    select('size', 'sizes'),
    { code: 'price', type: 'price' },
    { code: 'stock', type: 'number', validation: { decimalPlaces: 0, min: '0' } },
    { code: 'ean', type: 'text', unique: true },
    { code: 'washable', type: 'boolean' },
  ]);
  await write(upsertAttributeSets, [
    {
      code: 'clothing',
      attributes: ['name', 'description', 'brand', 'color', 'size', 'price', 'ean', 'washable'].map(
        (code) => ({ code }),
      ),
      attributeAsLabel: 'name',
      requiredAttributes: { web: ['name', 'price', 'ean'], print: ['name'] },
      variantLayouts: [
        {
          code: 'by_color_and_size',
          labels: {},
          levels: [
            { axes: ['color'], attributes: [] },
            { axes: ['size'], attributes: ['ean'] },
          ],
        },
        { code: 'by_size', labels: {}, levels: [{ axes: ['size'], attributes: ['ean'] }] },
      ],
    },
    {
      code: 'accessories',
      attributes: [{ code: 'name' }, { code: 'color' }, { code: 'stock' }],
      attributeAsLabel: 'name',
    },
  ]);
}
