import { t, tCode } from '../../../language/t.ts';
import { titled } from '../../../ui/status-badge.tsx';

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
