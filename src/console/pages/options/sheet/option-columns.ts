import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { columnTitle } from '../content/option-elements.ts';
import { labelColumn } from '../content/option-values.ts';

/** Returns the columns of the sheet: labels in the locales, first that of the page, then the other properties. */
export const optionColumns = (locales: readonly string[]): readonly SheetColumn[] => [
  ...locales.map((locale, index) => ({
    key: labelColumn(locale),
    title: localeName(locale),
    width: index === 0 ? 208 : 160,
    isPinned: index === 0,
  })),
  { key: 'code', title: t('Code'), width: 160 },
  { key: 'swatch', title: columnTitle('swatch'), width: 128 },
  { key: 'synonyms', title: columnTitle('synonyms'), width: 240 },
  { key: 'active', title: columnTitle('active'), width: 80 },
  { key: 'products', title: t('Products'), width: 96, isNumber: true },
];
