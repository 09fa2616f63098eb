import { ALL_CHANNELS } from '../../../catalogue/model/attributes/all-channels.ts';
import type { Choice } from '../../../catalogue/model/fields/choices.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { CellFault, Family, TableModel } from './table-model.ts';

/** Returns the parts of a cell with several values. */
export const readList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;|\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/**
 * Returns a function that finds an item of a list by either of its names, without regard to case, accents and signs; null
 * for none. A list is read once.
 *
 * @param nameOf the name that counts where another item has the same one
 */
function finder<Item>(nameOf: (item: Item) => string, otherNameOf: (item: Item) => string) {
  const indexes = new WeakMap<readonly Item[], ReadonlyMap<string, Item>>();
  const readNames = (items: readonly Item[]) => {
    // The first of items with the same name counts.
    const backwards = items.toReversed();
    const index = new Map(backwards.map((item) => [foldName(otherNameOf(item)), item]));
    for (const item of backwards) index.set(foldName(nameOf(item)), item);
    index.delete('');
    indexes.set(items, index);
    return index;
  };
  return (items: readonly Item[], name: string): Item | null =>
    (indexes.get(items) ?? readNames(items)).get(foldName(name)) ?? null;
}

/** Finds a choice by label or code. */
export const findChoice = finder<Choice>(
  ({ label }) => label,
  ({ value }) => value,
);

/** Finds an attribute by code or label. */
export const findAttribute = finder<TableModel['attributes'][number]>(
  ({ code }) => code,
  ({ label }) => label,
);

const findUnit = finder<NonNullable<Family['units']>[number]>(
  ({ code }) => code,
  ({ label }) => label,
);

/** Letters that a name must share with the beginning of another one to be taken for it. */
const SHARED_LETTERS = 3;

/** Returns the choice that a misspelled name probably means; null for none. */
export function nearestChoice(choices: readonly Choice[], name: string): Choice | null {
  const beginning = foldName(name).slice(0, SHARED_LETTERS);
  return choices.find(({ label }) => foldName(label).startsWith(beginning)) ?? null;
}

const ALL = ['all', 'x', 'yes', 'true', '1', 'required', 'alle', 'ja', 'pflicht', 'tous', 'toutes', 'oui'];
const NONE = ['no', 'none', 'false', '0', 'nein', 'keine', 'non', 'aucun'];

/**
 * Returns the channels that a cell names, `*` for all.
 *
 * @param onUnknown called with a name that no channel has
 */
export function readRequired(
  text: string,
  channels: readonly Choice[],
  onUnknown: (name: string) => void,
): readonly string[] {
  const names = readList(text);
  const isOneOf = (terms: readonly string[]) =>
    names.length === 1 && terms.includes(foldName(names[0] ?? ''));
  if (text.trim() === '*' || isOneOf(ALL)) return [ALL_CHANNELS];
  if (isOneOf(NONE) || foldName(text) === '') return [];
  return names.flatMap((name) => {
    const channel = findChoice(channels, name);
    if (channel === null) onUnknown(name);
    return channel?.value ?? [];
  });
}

/**
 * Returns the family of a unit, and the unit in which values are entered.
 *
 * @param likely codes of families, the likeliest first: of several with the unit, the first of these counts
 */
export function readUnit(
  text: string,
  families: readonly Family[],
  likely: readonly string[],
): { readonly family: string; readonly defaultUnit: { readonly defaultUnit?: string } } | CellFault {
  const likelyFamilies = likely.flatMap((code) => families.find((family) => family.code === code) ?? []);
  const [suggested] = likelyFamilies;
  if (text === '' && suggested !== undefined) return { family: suggested.code, defaultUnit: {} };
  for (const family of [...likelyFamilies, ...families]) {
    const { units } = family;
    const unit =
      units?.find(({ symbol }) => symbol === text) ?? (units === null ? null : findUnit(units, text));
    if (text !== '' && unit !== null) return { family: family.code, defaultUnit: { defaultUnit: unit.code } };
  }
  const example = suggested?.units?.[0] ?? families[0]?.units?.[0];
  const symbol = example?.symbol || (example?.code ?? '');
  const message =
    text === ''
      ? t('Enter a unit, such as {unit}.', { unit: symbol })
      : t('Unknown unit: {name}', { name: text });
  return suggested === undefined || symbol === ''
    ? { message }
    : { message, fix: { value: symbol, label: t('Use {name}', { name: symbol }) } };
}
