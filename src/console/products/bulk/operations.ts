import type { GridAttribute } from '../grid/columns/column-documents.ts';
import type { Patch } from '../selection/action-documents.ts';
import { parseCell } from '../values/cell-value.ts';

export type Verb = 'set' | 'clear' | 'add' | 'remove';

/** One change of a bulk edit, as it is typed. */
export interface Operation {
  readonly key: number;
  /** `title`, an attribute; `.categories`, `.tags`, `.link:upsell`; empty until one is chosen. */
  readonly field: string;
  readonly verb: Verb;
  /** What was typed. */
  readonly text: string;
  /** What was chosen: options, categories, tags, or the SKUs of links. */
  readonly codes: readonly string[];
  /** Where attributes have a value for each. */
  readonly channel: string;
  readonly locale: string;
  readonly currency: string;
}

export const LINK = '.link:';

/** What can be done with a field, the most frequent first. */
export const verbsOf = (field: string): readonly Verb[] =>
  field.startsWith(LINK) ? ['add', 'remove'] : field.startsWith('.') ? ['add', 'remove'] : ['set', 'clear'];

const CHOSEN: ReadonlySet<string> = new Set(['SELECT', 'MULTI_SELECT']);

/** Whether values are chosen from a list. */
export const isChosen = ({ type }: GridAttribute): boolean => CHOSEN.has(type);

/** The changes for the API, and what is wrong with operations, by their key. */
export interface PlannedEdit {
  /** Null while no operation is complete. */
  readonly patch: Patch | null;
  readonly faults: ReadonlyMap<number, string>;
}

type Values = NonNullable<Patch['values']>;
type Links = NonNullable<Patch['associations']>;

/** @param tag the language in which numbers and days are written */
export function planEdit(
  operations: readonly Operation[],
  attributes: readonly GridAttribute[],
  tag: string,
): PlannedEdit {
  const faults = new Map<number, string>();
  const values: Values = [];
  const associations: Links = [];
  const lists: Pick<Patch, 'categories' | 'tags'> = {};
  for (const operation of operations) {
    const { key, field, verb, codes } = operation;
    if (field.startsWith('.')) {
      if (codes.length === 0) continue;
      const list = { [verb]: [...codes] };
      if (field === '.categories') lists.categories = { ...lists.categories, ...list };
      else if (field === '.tags') lists.tags = { ...lists.tags, ...list };
      else associations.push({ type: field.slice(LINK.length), products: linksOf(verb, codes) });
      continue;
    }
    const attribute = attributes.find(({ code }) => code === field);
    if (attribute === undefined) continue;
    const parsed = readValue(operation, attribute, tag);
    if (parsed === null) continue;
    if ('fault' in parsed) {
      faults.set(key, parsed.fault);
      continue;
    }
    values.push({
      attribute: field,
      channel: attribute.scopable ? operation.channel : null,
      locale: attribute.localizable ? operation.locale : null,
      value: parsed.value,
      // Prices of other currencies stay as they are.
      ...(attribute.type === 'PRICE' ? { partial: true } : {}),
    });
  }
  const patch: Patch = {
    ...lists,
    ...(values.length === 0 ? {} : { values }),
    ...(associations.length === 0 ? {} : { associations }),
  };
  return { patch: Object.keys(patch).length === 0 ? null : patch, faults };
}

const linksOf = (verb: Verb, skus: readonly string[]) =>
  verb === 'remove' ? { remove: [...skus] } : { add: skus.map((ref) => ({ ref })) };

function readValue(
  { verb, text, codes, channel, locale, currency }: Operation,
  attribute: GridAttribute,
  tag: string,
) {
  const isClear = verb === 'clear';
  if (isChosen(attribute)) {
    if (isClear) return { value: null };
    if (codes.length === 0) return null;
    return { value: attribute.type === 'SELECT' ? codes[0] : [...codes] };
  }
  if (!isClear && text.trim() === '') return null;
  const cell = { attribute, channel, locale, currency: attribute.type === 'PRICE' ? currency : null };
  return parseCell(isClear ? '' : text, cell, null, { tag, optionsOf: () => [] });
}
