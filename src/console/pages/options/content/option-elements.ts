import type { AnyConfigField, ConfigElements, Draft } from '../../../catalogue/model/config-page-types.ts';
import { changedLabels } from '../../../catalogue/model/fields/labels.ts';
import { newPositions } from '../../../catalogue/model/list/positions.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { OptionSet, StoredOption } from '../option-documents.ts';
import { isListedFile } from '../sheet/swatch-files.ts';
import { formatValue, isMeantAsColor } from './option-cell.ts';
import { mergeOrder } from './option-order.ts';
import {
  cellValue,
  localeOfColumn,
  NO_VALUES,
  type OptionColumn,
  type OptionValue,
  type OptionValues,
  valuesOf,
  withValue,
} from './option-values.ts';

/** Names of the elements of a draft: an option that is new, a cell of one, and the order of all. */
export const newOptionName = (code: string) => `new/${code}`;
export const cellName = (code: string, column: OptionColumn) => `cell/${code}/${column}`;
export const ORDER = 'order/';

/** Elements are edited by the sheet. */
const NO_EDITOR = { initial: null, Editor: () => null };

const optionsByCode = new WeakMap<OptionSet['options'], ReadonlyMap<string, StoredOption>>();

/** Returns an option of a set as it is stored; undefined if there is none. */
export function findOption({ options }: Pick<OptionSet, 'options'>, code: string): StoredOption | undefined {
  let index = optionsByCode.get(options);
  if (index === undefined) {
    index = new Map(options.map((option) => [option.code, option]));
    optionsByCode.set(options, index);
  }
  return index.get(code);
}

/** Titles of the columns that all sets have. */
const TITLES: Readonly<Record<string, string>> = {
  swatch: t('Swatch'),
  synonyms: t('Synonyms'),
  active: t('Active'),
};

export function columnTitle(column: OptionColumn): string {
  const locale = localeOfColumn(column);
  return locale === null ? (TITLES[column] ?? column) : localeName(locale);
}

/** A cell; null for an option that does not exist. */
const cellField = (
  name: string,
  code: string,
  column: OptionColumn,
  item: OptionSet,
): AnyConfigField<OptionSet> => ({
  ...NO_EDITOR,
  name,
  label: `${findOption(item, code)?.label ?? code} · ${columnTitle(column)}`,
  read: (set): OptionValue | null => {
    const option = findOption(set, code);
    return option === undefined ? null : cellValue(valuesOf(option), column);
  },
  merge: (base: OptionValue | null, mine: OptionValue, stored: OptionValue | null) =>
    // A cell of a new option, or of one that is not loaded yet, has no conflict.
    stored === null && (base === null || !item.isComplete) ? mine : undefined,
  format: (value: OptionValue | null) => (value === null ? t('Deleted') : formatValue(value)),
});

/** An option that is new; true once it exists. */
const newOptionField = (name: string, code: string): AnyConfigField<OptionSet> => ({
  ...NO_EDITOR,
  name,
  label: code,
  read: (set) => (findOption(set, code) === undefined ? null : true),
  format: () => t('New'),
});

const orderField = (name: string): AnyConfigField<OptionSet> => ({
  ...NO_EDITOR,
  name,
  label: t('Order of the options'),
  read: ({ options }) => options.map(({ code }) => code),
  merge: mergeOrder,
  format: (codes: readonly string[]) => codes.join(', '),
  describe: () => [{ label: '', before: null, after: t('Another order') }],
});

/** Returns the options that a draft changes, each with its new values, in the order of the draft. */
export function changedOptions(draft: Draft, item: OptionSet) {
  const changes = new Map<string, OptionValues>();
  for (const [name, { value }] of Object.entries(draft)) {
    const [kind, code = '', column] = name.split('/');
    if (kind !== 'cell' && kind !== 'new') continue;
    const option = findOption(item, code);
    const values = changes.get(code) ?? (option === undefined ? NO_VALUES : valuesOf(option));
    changes.set(
      code,
      kind === 'new' ? values : withValue(values, column as OptionColumn, value as OptionValue),
    );
  }
  return changes;
}

/**
 * Returns a swatch as the input takes it. What is meant as a color is sent as one, so that an error is about the color.
 *
 * @param storedFile code of the present picture, which can have the name of a color
 */
const writeSwatch = (swatch: string, storedFile: string | undefined) => {
  if (swatch === '') return null;
  const isFile = swatch === storedFile || isListedFile(swatch);
  return !isFile && isMeantAsColor(swatch) ? { color: swatch } : { media: swatch };
};

/** Returns the input of the options that a draft changes. */
export function writeOptions(
  draft: Draft,
  item: OptionSet,
): { readonly options?: readonly { readonly code: string }[] } {
  const positions = newPositions(item.options, draft[ORDER]?.value as readonly string[] | undefined);
  const changes = changedOptions(draft, item);
  const codes = [...new Set([...changes.keys(), ...positions.keys()])];
  if (codes.length === 0) return {};
  const options = codes.map((code) => {
    const option = findOption(item, code);
    const stored = option === undefined ? NO_VALUES : valuesOf(option);
    const values = changes.get(code) ?? stored;
    const labels = changedLabels(values.labels, stored.labels);
    const sortOrder = positions.get(code);
    return {
      code,
      ...(option === undefined ? {} : { ifVersion: option.version }),
      ...(labels.length === 0 ? {} : { labels }),
      ...(values.swatch === stored.swatch
        ? {}
        : { swatch: writeSwatch(values.swatch, option?.swatch?.media?.code) }),
      ...(values.synonyms === stored.synonyms ? {} : { synonyms: values.synonyms }),
      ...(values.active === stored.active ? {} : { active: values.active }),
      ...(sortOrder === undefined ? {} : { sortOrder }),
    };
  });
  return { options };
}

/** The cells of the options of a set, and their order, one by one. */
export const optionElements: ConfigElements<OptionSet> = {
  fieldOf: (name, item) => {
    const [kind, code = '', column] = name.split('/');
    if (kind === 'cell') return cellField(name, code, column as OptionColumn, item);
    return kind === 'new' ? newOptionField(name, code) : orderField(name);
  },
  dependentsOf: (name, draft) => {
    const [kind, code = ''] = name.split('/');
    if (kind !== 'new') return [];
    // An order with an option creates it.
    const order = (draft[ORDER]?.value ?? []) as readonly string[];
    const cells = Object.keys(draft).filter((other) => other.startsWith(`cell/${code}/`));
    return order.includes(code) ? [...cells, ORDER] : cells;
  },
  write: (draft, item) => writeOptions(draft, item),
  // A set that was deleted comes back with all of its options.
  create: (draft, item) => {
    const stored = item.options.map((option) => [option.code, valuesOf(option)] as const);
    const options = new Map([...stored, ...changedOptions(draft, item)]);
    return {
      options: [...options].map(([code, { labels, swatch, synonyms, active }]) => ({
        code,
        labels: changedLabels(labels, {}),
        swatch: writeSwatch(swatch, findOption(item, code)?.swatch?.media?.code),
        synonyms,
        active,
      })),
    };
  },
};
