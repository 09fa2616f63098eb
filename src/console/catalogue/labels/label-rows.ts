import type { Draft } from '../model/config-page-types.ts';
import { cellsOfDraft, keyOfObject, type LabelCell, stateOfCell, storedLabel } from './label-cells.ts';
import type { LabelObject } from './label-object.ts';

/** A row of the sheet: an object, and its labels that are not saved. */
export interface LabelRow {
  readonly key: string;
  readonly object: LabelObject;
  /** Labels of the draft, by locale. */
  readonly cells: ReadonlyMap<string, LabelCell>;
}

const NO_CELLS: ReadonlyMap<string, LabelCell> = new Map();

const rowsOfObjects = new WeakMap<LabelObject, LabelRow>();

/** Returns the row of an object without changes: the same one each time, so that it is not drawn again. */
function storedRow(object: LabelObject): LabelRow {
  const row = rowsOfObjects.get(object) ?? { key: keyOfObject(object), object, cells: NO_CELLS };
  rowsOfObjects.set(object, row);
  return row;
}

/**
 * Returns the rows of objects, as a draft changes them.
 *
 * @param newestOf returns an object as it was last read, if it was since the list; null if it was deleted
 */
export function labelRows(
  objects: readonly LabelObject[],
  draft: Draft,
  newestOf: (key: string) => LabelObject | null | undefined = () => undefined,
): readonly LabelRow[] {
  const cells = Map.groupBy(cellsOfDraft(draft), ({ key }) => key);
  return objects.map((object) => {
    const row = storedRow(object);
    const ofRow = cells.get(row.key);
    if (ofRow === undefined) return row;
    return {
      key: row.key,
      object: newestOf(row.key) ?? object,
      cells: new Map(ofRow.map((cell) => [cell.locale, cell])),
    };
  });
}

/** Returns the label of a row in a locale, as the draft has it. */
export const labelOfRow = ({ object, cells }: LabelRow, locale: string): string =>
  cells.get(locale)?.value ?? storedLabel(object, locale);

/** Returns the labels of a row by locale, as the draft has them. */
export const textsOfRow = ({ object, cells }: LabelRow): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(object.labels.map(({ locale, text }) => [locale, text])),
  ...Object.fromEntries([...cells].map(([locale, { value }]) => [locale, value])),
});

/** Returns the stored label that somebody else gave since a label was typed; undefined for none. */
export function conflictOfRow({ object, cells }: LabelRow, locale: string): string | undefined {
  const cell = cells.get(locale);
  return cell !== undefined && stateOfCell(cell, object) === 'changed'
    ? storedLabel(object, locale)
    : undefined;
}

/** Returns the label that names an object: in the first of some locales that has one, otherwise its code. */
export const nameOfRow = (row: LabelRow, locales: readonly string[]): string =>
  locales.map((locale) => labelOfRow(row, locale)).find((label) => label !== '') ?? row.object.code;

/** Returns the code of an object, behind that of the set or family that it belongs to: `finishes/brass`. */
export const pathOfObject = ({ owner, code }: Pick<LabelObject, 'owner' | 'code'>): string =>
  owner === null ? code : `${owner}/${code}`;
