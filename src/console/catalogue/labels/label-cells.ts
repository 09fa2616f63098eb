import type { Draft, DraftValue } from '../model/config-page-types.ts';
import type { LabelObject } from './label-object.ts';

/** Key of an object: its kind, the set or family that it belongs to, and its code. */
export const keyOfObject = ({ kind, owner, code }: Pick<LabelObject, 'kind' | 'owner' | 'code'>): string =>
  `${kind}/${owner ?? ''}/${code}`;

/** A label that is not saved: its object, locale, the stored text that it replaces, and the new one. */
export interface LabelCell extends DraftValue {
  readonly key: string;
  readonly locale: string;
  readonly base: string;
  readonly value: string;
}

/** Name of a label in the draft. */
export const cellName = (key: string, locale: string): string => `${key}/${locale}`;

/** Returns the labels of a draft, in its order. */
export const cellsOfDraft = (draft: Draft): readonly LabelCell[] =>
  Object.entries(draft).map(([name, { base, value }]) => {
    const end = name.lastIndexOf('/');
    return {
      key: name.slice(0, end),
      locale: name.slice(end + 1),
      base: String(base ?? ''),
      value: String(value ?? ''),
    };
  });

/** Returns the kind of the object of a key. */
export const kindOfKey = (key: string): string => key.slice(0, key.indexOf('/'));

/** Returns the code of the object of a key. */
export const codeOfKey = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

/** Returns the stored label of an object; an empty text if it has none. */
export const storedLabel = ({ labels }: LabelObject, locale: string): string =>
  labels.find((label) => label.locale === locale)?.text ?? '';

/** A label to change. */
export interface LabelChange {
  readonly object: LabelObject;
  readonly locale: string;
  readonly text: string;
}

/** Returns a draft with other labels; those that are as stored leave it. */
export function withLabels(draft: Draft, changes: readonly LabelChange[]): Draft {
  const cells = new Map(Object.entries(draft));
  for (const { object, locale, text } of changes) {
    const name = cellName(keyOfObject(object), locale);
    const base = cells.get(name)?.base ?? storedLabel(object, locale);
    const value = text.trim();
    if (value === base) cells.delete(name);
    else cells.set(name, { base, value });
  }
  return Object.fromEntries(cells);
}

/** Returns true for a text that is not the label already, as the draft has it, or else as it is stored. */
export const isNewLabel = (draft: Draft, { object, locale, text }: LabelChange): boolean =>
  (draft[cellName(keyOfObject(object), locale)]?.value ?? storedLabel(object, locale)) !== text;

/** How a label of the draft meets the object as it is stored now. */
export type CellState = 'ready' | 'saved' | 'changed' | 'deleted';

/** Compares a label of the draft with its object; null stands for one that was deleted. */
export function stateOfCell({ base, value, locale }: LabelCell, object: LabelObject | null): CellState {
  if (object === null) return 'deleted';
  const stored = storedLabel(object, locale);
  if (stored === value) return 'saved';
  return stored === base ? 'ready' : 'changed';
}
