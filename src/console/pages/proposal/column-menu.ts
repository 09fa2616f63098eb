import { ATTRIBUTE_TYPES } from '../../catalogue/model/attributes/attribute-types.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import type { Decision, ProposedColumn } from './proposal-documents.ts';

const IGNORED = 'IGNORED';
const SKU = 'SKU';
const CATEGORIES = 'CATEGORIES';

/** Types whose attributes need a reference that no file has. */
const WITHOUT = new Set(['DATETIME', 'ENTITY', 'ENTITY_LIST']);

/** Returns a column's use as a value of the menu: the type of its attribute, or another use. */
export const menuValueOf = ({ use, type }: Pick<ProposedColumn, 'use' | 'type'>): string =>
  use === 'ATTRIBUTE' ? (type ?? 'TEXT') : use;

/** Returns the uses that a column can have. Measurements need a unit in the file. */
export const menuOf = ({
  unit,
}: ProposedColumn): readonly { readonly value: string; readonly label: string }[] => [
  { value: SKU, label: 'SKU' },
  { value: CATEGORIES, label: t('Categories') },
  ...Object.entries(ATTRIBUTE_TYPES)
    .filter(([type]) => !WITHOUT.has(type) && (type !== 'MEASUREMENT' || unit !== null))
    .map(([value, { label }]) => ({ value, label })),
  { value: IGNORED, label: t('Do not import') },
];

/** Returns the decision for a use of the menu. */
export const decisionFor = (column: string, value: string): Decision =>
  value === SKU || value === CATEGORIES || value === IGNORED
    ? { column, use: value }
    : { column, use: 'ATTRIBUTE', type: value as NonNullable<Decision['type']> };

const REASONS: Readonly<Record<ProposedColumn['reason'], string>> = {
  UNIQUE_VALUES: t('Another value in each row'),
  MOST_VALUES: t('Rows with the same value become one product'),
  CHECK_DIGITS: t('Numbers with a check digit'),
  IMAGES: t('Names or addresses of images'),
  YES_OR_NO: t('Yes or no'),
  DATES: t('Dates'),
  UNDECIDED_DATES: t('Dates; check which number is the month'),
  PRICES: t('Prices'),
  UNIT_IN_HEADER: t('Numbers with a unit in the name'),
  UNIT_IN_CELLS: t('Numbers with a unit'),
  NUMBERS: t('Numbers'),
  CODES: t('Codes of digits'),
  LONG_TEXTS: t('Long texts'),
  MARKUP: t('Texts with HTML'),
  CATEGORY_PATHS: t('Paths of categories'),
  CATEGORY_NAME: t('A name of categories'),
  LISTS: t('Lists of values that occur again'),
  REPEATED_VALUES: t('Few values that occur again'),
  LINKS: t('Addresses'),
  TEXTS: t('Short texts'),
  EMPTY: t('No cell is filled'),
};

/** Returns why a column has its use, and what is known of it: `Numbers with a unit · KILOGRAM`. */
export function columnNote(column: ProposedColumn): string {
  const { reason, unit, currency, locale, options, invalid, exists } = column;
  return [
    exists ? t('Existing attribute') : REASONS[reason],
    // Codes of units are English words.
    unit?.toLowerCase().replaceAll('_', ' '),
    currency,
    locale === null ? null : localeName(locale),
    options.length === 0
      ? null
      : t('{count, plural, one {# option} other {# options}}', { count: options.length }),
    invalid === 0
      ? null
      : t('{count, plural, one {# cell does not fit} other {# cells do not fit}}', { count: invalid }),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' · ');
}
