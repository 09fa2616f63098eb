import { t, tCode } from '../../language/t.ts';
import { titled } from '../../ui/status-badge.tsx';
import { isProperty, PROPERTY_COLUMNS } from '../columns/grid-column.ts';

const ACRONYMS: ReadonlySet<string> = new Set(['ean', 'gtin', 'id', 'sku', 'url']);

/** Fields that are not called as a column is. */
const LABELS: Readonly<Record<string, string>> = {
  completeness: PROPERTY_COLUMNS['.readiness'].title,
  effective_updated_at: t('Updated incl. inherited'),
};

/** The label of a filter field, that of its column where it has one: `sku` → `SKU`, `attributes.power_source` → `Power source`. */
export function fieldLabel(field: string): string {
  const column = `.${field}`;
  if (isProperty(column)) return PROPERTY_COLUMNS[column].title;
  return (
    LABELS[field] ??
    tCode(titled(field.replace(/^attributes\./, ''))).replaceAll(/\w+/g, (word) =>
      ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word,
    )
  );
}
