import { PROPERTIES } from '../../../catalogue/properties/product-properties.tsx';
import { t } from '../../../i18n/translate.ts';
import type { Profile } from '../import-documents.ts';
import { NEW_PRODUCT_SET_COLUMN } from '../mapping.ts';

/** Titles of targets: properties have the names of their columns, and some columns exist for imports alone. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ...PROPERTIES.flatMap(({ code, title, file }) =>
    file === undefined ? [] : [code, ...(file.alsoNamed ?? [])].map((name) => [name, title] as const),
  ),
  [NEW_PRODUCT_SET_COLUMN, t('Attribute set of new products')],
  ['_delete', t('Delete product')],
  ['_label', t('Product name (read-only)')],
]);

/** Returns a target as text: the label of the API, which has none for properties; null where nobody has one. */
export function getTargetLabel(
  { target, label }: { readonly target: string; readonly label: string | null },
  resource: Profile['resource'],
): string | null {
  if (label !== null || resource !== 'PRODUCTS') return label;
  return TITLES.get(target.toLowerCase()) ?? null;
}

/** Shows a target by its label, with the code beside it. */
export function TargetLabel({ target, label }: { readonly target: string; readonly label: string | null }) {
  return label === null ? (
    <span className="code">{target}</span>
  ) : (
    <span>
      {label} <span className="code quiet">{target}</span>
    </span>
  );
}
