import { keyOfProperty, PROPERTIES } from '../../catalogue/properties/product-properties.tsx';
import { FALSE, formatNumericValue, TRUE } from '../../catalogue/values/cell-value.ts';
import { formatDate, formatDateTime } from '../../catalogue/values/parse-date.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import type { ComparedProduct } from './compare-documents.ts';

/** Value of one product in a row that is compared. */
export interface ComparedCell {
  readonly text: string;
  /** Addresses of images, in place of the text. */
  readonly images: readonly string[];
  readonly isInherited: boolean;
  /** Status that is shown with its mark instead of the text. */
  readonly status?: string;
}

/** A row of the comparison: the cells of all products, in their order. */
export interface ComparedRow {
  readonly code: string;
  readonly title: string;
  readonly cells: readonly ComparedCell[];
  readonly differs: boolean;
}

export interface ComparedGroup {
  readonly code: string;
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

type Value = ComparedProduct['values'][number];

const EMPTY_CELL: ComparedCell = { text: '', images: [], isInherited: false };

/** Returns products attribute by attribute, by the groups of their sets; the properties come first. */
export function compareProducts(products: readonly ComparedProduct[]): readonly ComparedGroup[] {
  const groups = new Map<string, { readonly title: string; readonly rows: Map<string, ComparedRow> }>();
  for (const { attributeSet } of products)
    for (const { attribute, group } of attributeSet?.attributes ?? []) {
      const code = group?.code ?? '';
      const { rows } = groups.get(code) ?? { rows: new Map<string, ComparedRow>() };
      const title = group?.label ?? t('Other attributes');
      if (!rows.has(attribute.code)) rows.set(attribute.code, attributeRow(attribute, products));
      groups.set(code, { title, rows });
    }
  return [
    { code: '.properties', title: t('Properties'), rows: propertyRows(products) },
    ...[...groups].map(([code, { title, rows }]) => ({ code, title, rows: [...rows.values()] })),
  ];
}

/** Returns the groups with the rows alone in which products differ. */
export const filterDifferences = (groups: readonly ComparedGroup[]): readonly ComparedGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0);

const differ = (values: readonly unknown[]): boolean =>
  new Set(values.map((value) => JSON.stringify(value ?? null))).size > 1;

type Attribute = NonNullable<ComparedProduct['attributeSet']>['attributes'][number]['attribute'];

function attributeRow(attribute: Attribute, products: readonly ComparedProduct[]): ComparedRow {
  const { code, label: title } = attribute;
  const productValues = products.map(({ values }) => values.find((one) => one.attribute.code === code));
  const cells = productValues.map((value) => (value === undefined ? EMPTY_CELL : cellOf(attribute, value)));
  return { code, title, cells, differs: differ(productValues.map((value) => value?.json)) };
}

function cellOf(attribute: Attribute, value: Value): ComparedCell {
  const media = 'mediaList' in value ? value.mediaList : 'media' in value ? [value.media] : [];
  return {
    text: formatValue(attribute, value),
    images: media.flatMap((file) => file?.url ?? []),
    isInherited: value.source === 'INHERITED',
  };
}

/** Returns a value as people read it in the language of the page: of prices each with its currency. */
function formatValue({ type, measurementFamily }: Attribute, { json, display }: Value): string {
  const formatNumber = (currency: string | null) =>
    formatNumericValue(json, { attribute: { type, measurementFamily }, currency }, localeTag);
  if (type === 'PRICE' && Array.isArray(json))
    return json
      .map(({ currency }: { currency: string }) => `${formatNumber(currency)} ${currency}`)
      .join(', ');
  if (type === 'BOOLEAN') return json === true ? TRUE : FALSE;
  if (type === 'DATE') return formatDate(String(json), localeTag);
  if (type === 'DATETIME') return formatDateTime(String(json), localeTag);
  return formatNumber(null) ?? display;
}

function propertyRows(products: readonly ComparedProduct[]): readonly ComparedRow[] {
  return PROPERTIES.flatMap((property): readonly ComparedRow[] => {
    const { code, title, read, compared } = property;
    if (compared === undefined) return [];
    const texts = products.map((product) => {
      const cellText = compared.text?.(product) ?? read?.(product) ?? '';
      return typeof cellText === 'string' ? cellText : cellText.toSorted().join(', ');
    });
    const cells = texts.map((text, at) => ({
      ...EMPTY_CELL,
      text,
      ...(code === 'status' ? { status: products[at]?.status ?? '' } : {}),
    }));
    return [{ code: keyOfProperty(property), title, cells, differs: differ(texts) }];
  });
}
