import { ALL_CHANNELS } from '../../../catalogue/model/attributes/all-channels.ts';
import type { Choice } from '../../../catalogue/model/fields/choices.ts';
import { foldName } from '../../../catalogue/model/fields/fold-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { CellFault, Family } from './table-model.ts';

/** Returns the parts of a cell with several values. */
export const readList = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[,;|\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Returns the choice with a label or code, without regard to case, accents and signs; null for none. */
export function findChoice(choices: readonly Choice[], name: string): Choice | null {
  const key = foldName(name);
  if (key === '') return null;
  return (
    choices.find(({ label }) => foldName(label) === key) ??
    choices.find(({ value }) => foldName(value) === key) ??
    null
  );
}

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
  const isOneOf = (words: readonly string[]) =>
    names.length === 1 && words.includes(foldName(names[0] ?? ''));
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
    const unit =
      family.units?.find(({ symbol }) => symbol === text) ??
      family.units?.find(({ code, label }) =>
        [code, label].some((name) => foldName(name) === foldName(text)),
      );
    if (text !== '' && unit !== undefined)
      return { family: family.code, defaultUnit: { defaultUnit: unit.code } };
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
