import type { JsonValue } from '../../../kernel/json.ts';
import type { RequestLoads } from '../../../platform/loader.ts';
import type { Product } from '../../../platform/prisma/generated/client/client.ts';
import { entityName } from '../../entity-reference/index.ts';
import { structureLoader } from '../../structure/index.ts';
import { cellsData, flatData } from '../../values/index.ts';
import { associationsIn } from '../links/product-associations.ts';
import { type Presentation, type PresentationInput, readPresentation } from './presentation.ts';
import { productByIdLoader } from './product.loaders.ts';
import { productLabel } from './product-data.ts';
import { categoriesIn, channelsIn, layoutIn, type ProductView, viewOf } from './product-view.ts';

/** A product as one plain object: what it says in one channel and locale, and codes instead of objects. */
export interface ProductSheet {
  readonly product: Product;
  readonly view: ProductView;
  readonly presentation: Presentation;
  /** `cells`: every cell as it is written; `flat`: one value per attribute. */
  readonly form: 'cells' | 'flat';
}

/** Prepares how products are shown. @throws ValidationFailed for codes that are not there. */
export async function openPresentation(
  context: RequestLoads,
  input: PresentationInput,
): Promise<Presentation> {
  const structure = await context.load(structureLoader, '');
  if (structure === null) throw new Error('Every organization has a structure.');
  return readPresentation(structure, input);
}

export async function openSheet(
  context: RequestLoads,
  product: Product,
  presentation: Presentation,
  form: ProductSheet['form'],
): Promise<ProductSheet> {
  return { product, view: await viewOf(product, context), presentation, form };
}

export const sheetLabel = (
  { view, presentation: { channel, locale } }: ProductSheet,
  context: RequestLoads,
): Promise<string> => productLabel(view, { channel, locale, fallback: true }, context);

export const sheetChannels = ({ view }: ProductSheet) => channelsIn(view);

/** Code of the layout by which the variants of its root model are told apart. */
export const sheetLayout = ({ view }: ProductSheet) => layoutIn(view)?.code ?? null;

export const sheetCategories = ({ view }: ProductSheet) => categoriesIn(view, false);

/** SKU of the model directly above. */
export function sheetParent({ view: { row, ancestors } }: ProductSheet): string | null {
  return ancestors.find(({ id }) => id === row.parentId)?.sku ?? null;
}

export function sheetValues({ view, presentation, form }: ProductSheet): {
  readonly [code: string]: JsonValue;
} {
  const { attributes, channel, locale } = presentation;
  return form === 'flat'
    ? flatData(view, { attributes, channel, locale, fallback: true })
    : cellsData(view, { attributes });
}

/** The links of one type, the other products by SKU, entities by type and code. */
export interface SheetLinks {
  readonly type: string;
  readonly entities: readonly string[];
  readonly products: readonly { readonly sku: string; readonly quantity: number | null }[];
}

export async function sheetLinks({ view }: ProductSheet, context: RequestLoads): Promise<SheetLinks[]> {
  const associations = await associationsIn(view, null, context);
  return Promise.all(
    associations.map(async ({ type, products, entities }) => {
      const linked = await Promise.all(
        products.map(async ({ targetId, quantity }) => {
          const target = await context.load(productByIdLoader, targetId);
          return target === null ? [] : [{ sku: target.sku, quantity }];
        }),
      );
      return { type, products: linked.flat(), entities: entities.map(entityName) };
    }),
  );
}
