import { t, tCode } from '../../language/t.ts';
import { titled } from '../../ui/status-badge.tsx';

const ACRONYMS: ReadonlySet<string> = new Set(['ean', 'gtin', 'id', 'sku', 'url']);

const LABELS: Readonly<Record<string, string>> = {
  created_at: t('Created'),
  updated_at: t('Updated'),
  effective_updated_at: t('Updated incl. inherited'),
};

/** The label of a filter field: `sku` → `SKU`, `attributes.power_source` → `Power source`. */
export const fieldLabel = (field: string): string =>
  LABELS[field] ??
  tCode(titled(field.replace(/^attributes\./, ''))).replaceAll(/\w+/g, (word) =>
    ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word,
  );

const DIRECTIONS: Readonly<Record<string, readonly [ascending: string, descending: string]>> = {
  date: [t('oldest first'), t('newest first')],
  datetime: [t('oldest first'), t('newest first')],
  boolean: [t('no first'), t('yes first')],
  completeness: [t('low to high'), t('high to low')],
  measurement: [t('low to high'), t('high to low')],
  number: [t('low to high'), t('high to low')],
};

/** The labels of both directions of sorting: `SKU (A–Z)`, `SKU (Z–A)`. */
export function sortLabels(field: string, type: string): readonly [ascending: string, descending: string] {
  const label = fieldLabel(field);
  const [ascending, descending] = DIRECTIONS[type] ?? ['A–Z', 'Z–A'];
  return [`${label} (${ascending})`, `${label} (${descending})`];
}
