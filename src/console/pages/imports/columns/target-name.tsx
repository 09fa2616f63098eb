import { PROPERTY_TITLES } from '../../../catalogue/properties/product-properties.tsx';
import { t } from '../../../language/t.ts';
import type { Profile } from '../import-documents.ts';
import { SET_OF_NEW } from '../mapping.ts';

/** Properties by the names that files of Akeneo have for them, and by those of columns for imports alone. */
const OTHER_TITLES: ReadonlyMap<string, string> = new Map([
  ...[
    ['code', 'sku'],
    ['family', 'attribute_set'],
    ['family_variant', 'variant_layout'],
    ['enabled', 'status'],
    ['groups', 'categories'],
    ['_tags', 'tags'],
  ].map(([name = '', column = '']) => [name, PROPERTY_TITLES.get(column) ?? name] as const),
  [SET_OF_NEW, t('Attribute set of new products')],
  ['_delete', t('Delete product')],
  ['_label', t('Product name (read-only)')],
]);

/** A target in words: the label of the API, which has none for properties; null where nobody has one. */
export function labelOfTarget(
  { target, label }: { readonly target: string; readonly label: string | null },
  resource: Profile['resource'],
): string | null {
  if (label !== null || resource !== 'PRODUCTS') return label;
  const name = target.toLowerCase();
  return PROPERTY_TITLES.get(name) ?? OTHER_TITLES.get(name) ?? null;
}

/** A target by its label, with the code beside it. */
export function TargetName({ target, label }: { readonly target: string; readonly label: string | null }) {
  return label === null ? (
    <span className="code">{target}</span>
  ) : (
    <span>
      {label} <span className="code quiet">{target}</span>
    </span>
  );
}
