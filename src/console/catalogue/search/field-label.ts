import { t, translateLabel } from '../../i18n/translate.ts';
import { titled } from '../../ui/status-badge.tsx';
import { propertyOfField } from '../properties/product-properties.tsx';

const ACRONYMS: ReadonlySet<string> = new Set(['ean', 'gtin', 'id', 'sku', 'url']);

/** Fields that are no property. */
const LABELS: Readonly<Record<string, string>> = {
  effective_updated_at: t('Updated incl. inherited'),
};

/**
 * Returns the label of a filter field, that of its property where it has one: `sku` → `SKU`, `attributes.power_source`
 * → `Power source`.
 */
export function fieldLabel(field: string): string {
  return (
    propertyOfField(field)?.title ??
    LABELS[field] ??
    translateLabel(titled(field.replace(/^attributes\./, ''))).replaceAll(/\w+/g, (word) =>
      ACRONYMS.has(word.toLowerCase()) ? word.toUpperCase() : word,
    )
  );
}
