import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeGroups } from '../../src/modules/attribute-group/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { upsertCategories } from '../../src/modules/category/index.ts';
import { upsertChannels } from '../../src/modules/channel/index.ts';
import { upsertCurrencies } from '../../src/modules/currency/index.ts';
import { upsertLocales } from '../../src/modules/locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../src/modules/option-set/index.ts';
import { updateOrganization } from '../../src/modules/organization/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import type { CellWrite } from '../../src/modules/values/index.ts';
import type { KeyedPatch, ResourceOperations } from '../../src/platform/resource/resource-operations.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import { ATTRIBUTE_SETS } from './attribute-sets.ts';
import { ATTRIBUTE_GROUPS, ATTRIBUTES } from './attributes.ts';
import { BULBS_AND_PARTS } from './bulbs-and-parts.ts';
import type { DemoWriter } from './demo-writer.ts';
import { LAMP_FAMILIES } from './lamp-families.ts';
import { LAMPS } from './lamps.ts';
import { OPTION_SETS, OPTIONS } from './options.ts';
import { type DemoProduct, type DemoValues, one } from './product-values.ts';
import { CATEGORIES, CHANNELS, CURRENCIES, LOCALES } from './settings.ts';

/** All products of the demo, parents before their children. */
export const DEMO_PRODUCTS: readonly DemoProduct[] = [...LAMPS, ...LAMP_FAMILIES, ...BULBS_AND_PARTS];

/** What is written before the products, each kind after the ones it refers to. */
const CONFIGURATION: readonly (readonly [
  ResourceOperations['upsert'],
  readonly { readonly code: string }[],
])[] = [
  [upsertLocales, LOCALES],
  [upsertCurrencies, CURRENCIES],
  [upsertCategories, CATEGORIES],
  [upsertAttributeGroups, ATTRIBUTE_GROUPS],
  [upsertOptionSets, OPTION_SETS],
  [upsertOptions, OPTIONS],
  [upsertAttributes, ATTRIBUTES],
  [upsertChannels, CHANNELS],
  [upsertAttributeSets, ATTRIBUTE_SETS],
];

/**
 * Writes the catalogue of Lumen & Oak, a maker of lamps: something to look at and to try things with. Goes through the
 * same operations as any client; a second time changes nothing unless somebody changed it meanwhile.
 *
 * @param storage where the pictures of the products go; without it they have none
 * @throws ValidationFailed when the organization has something of the same code that does not fit.
 */
export async function seedDemoCatalogue(write: DemoWriter, storage?: ObjectStorage): Promise<void> {
  for (const [upsert, documents] of CONFIGURATION) {
    const items = documents.map((document) => ({ patch: document as KeyedPatch }));
    await write(upsert, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  }
  await write(updateOrganization, { patch: { defaultLocale: 'en_US', defaultChannel: 'webshop' } });
  // Loaded here: later starts draw nothing.
  const pictures =
    storage === undefined
      ? null
      : await (await import('./store-lamp-pictures.ts')).storeLampPictures(write, storage);
  const items = DEMO_PRODUCTS.map(({ values, ...product }) => {
    const photo = pictures?.get(product.sku);
    return {
      ...product,
      values: cellWrites(photo === undefined ? values : { ...values, photo: one(photo) }),
    };
  });
  await write(upsertProducts, { items, mode: 'upsert', errorPolicy: 'reject_all' });
}

function cellWrites(values: DemoValues): CellWrite[] {
  return Object.entries(values).flatMap(([attribute, cells]) =>
    cells.map(({ channel = null, locale = null, value }, index) => {
      const path = ['values', attribute, String(index), 'value'];
      return { attribute, channel, locale, value, path };
    }),
  );
}
