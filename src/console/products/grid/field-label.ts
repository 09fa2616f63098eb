import { titled } from '../../ui/status-badge.tsx';

const ACRONYMS: ReadonlySet<string> = new Set(['ean', 'gtin', 'id', 'sku', 'url']);

const LABELS: Readonly<Record<string, string>> = {
  created_at: 'Created',
  updated_at: 'Updated',
  effective_updated_at: 'Updated incl. inherited',
};

/** The label of a filter field: `sku` → `SKU`, `attributes.power_source` → `Power source`. */
export const fieldLabel = (field: string): string =>
  LABELS[field] ??
  titled(field.replace(/^attributes\./, '')).replaceAll(/\w+/g, (word) =>
    ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word,
  );

const DIRECTIONS: Readonly<Record<string, readonly [ascending: string, descending: string]>> = {
  date: ['oldest first', 'newest first'],
  datetime: ['oldest first', 'newest first'],
  boolean: ['no first', 'yes first'],
  completeness: ['low to high', 'high to low'],
  measurement: ['low to high', 'high to low'],
  number: ['low to high', 'high to low'],
};

/** The labels of both directions of sorting: `SKU (A–Z)`, `SKU (Z–A)`. */
export function sortLabels(field: string, type: string): readonly [ascending: string, descending: string] {
  const label = fieldLabel(field);
  const [ascending, descending] = DIRECTIONS[type] ?? ['A–Z', 'Z–A'];
  return [`${label} (${ascending})`, `${label} (${descending})`];
}
