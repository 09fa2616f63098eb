import { snakeCase } from '../../platform/resource/table-store.ts';
import type { FoundEdit, ProductPatch } from '../product/index.ts';

/** Summary of a bulk edit, without the values. */
export interface EditSummary {
  readonly isDeletion: boolean;
  readonly fields: readonly EditedField[];
  /** Number of products that it was started for. */
  readonly count: number;
}

/** A field that a bulk edit changes. */
export interface EditedField {
  /** Path as in the changes of a revision: `status`, `values.title`. */
  readonly path: string;
  /** Code of the attribute of a value. */
  readonly attribute: string | null;
}

/** Keys of a patch that change no field of their own name. */
const OTHERS = ['comment', 'refusedStatus', 'rename'];

/** Returns a short summary of a bulk edit. */
export const summarizeEdit = ({ patch, expectedCount }: FoundEdit): EditSummary => ({
  isDeletion: patch === null,
  fields: patch === null ? [] : fieldsOf(patch),
  count: expectedCount,
});

function fieldsOf({ values, adjust, associations, ...rest }: ProductPatch): readonly EditedField[] {
  const attributes = [...(values ?? []), ...(adjust ?? [])].map(({ attribute }) => attribute);
  const properties = Object.entries(rest).flatMap(([key, value]) =>
    value === undefined || OTHERS.includes(key) ? [] : [snakeCase(key)],
  );
  return [
    ...[...new Set(attributes)].map((attribute) => ({ path: `values.${attribute}`, attribute })),
    ...[...properties, ...new Set((associations ?? []).map(({ type }) => `associations.${type}`))].map(
      (path) => ({ path, attribute: null }),
    ),
  ];
}
