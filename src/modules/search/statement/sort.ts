import type { JsonValue } from '../../../kernel/json.ts';
import type { Field } from '../row/column.ts';
import { termOf } from '../row/term.ts';
import type { CompileSettings } from './compile-plan.ts';
import { MOMENTS } from './moments.ts';

export type SortProperty =
  | 'key'
  | 'status'
  | 'attributeSet'
  | 'createdAt'
  | 'updatedAt'
  | 'effectiveUpdatedAt'
  | 'completeness'
  | 'tags'
  | 'id';

/** What results are put in order by; the id follows last, in the direction of the first. */
export type Sort =
  | { readonly by: SortProperty; readonly descending: boolean }
  /** A field whose column is ready. */
  | { readonly by: 'field'; readonly field: Field; readonly descending: boolean };

/** A sort key in a statement. */
export interface SortKey {
  readonly sql: string;
  readonly type: 'text' | 'float8' | 'smallint' | 'uuid';
  readonly descending: boolean;
  /** What has no value comes last, whatever the direction. */
  readonly isNullable: boolean;
  /** Of a key with the values 0 and 1: the condition that rows with 0 fulfil. */
  readonly zeroWhere?: string;
}

const PROPERTIES: Readonly<Record<Exclude<SortProperty, 'tags'>, Omit<SortKey, 'descending'>>> = {
  id: { sql: 'row.id', type: 'uuid', isNullable: false },
  key: { sql: 'row.key', type: 'text', isNullable: false },
  status: { sql: 'row.status', type: 'text', isNullable: false },
  attributeSet: { sql: 'row.attribute_set', type: 'text', isNullable: true },
  createdAt: { sql: MOMENTS.createdAt, type: 'float8', isNullable: false },
  updatedAt: { sql: MOMENTS.updatedAt, type: 'float8', isNullable: false },
  effectiveUpdatedAt: { sql: MOMENTS.effectiveUpdatedAt, type: 'float8', isNullable: false },
  completeness: { sql: 'row.completeness', type: 'smallint', isNullable: true },
};

export function sortKeys(
  sorts: readonly Sort[],
  { columns, organizationId }: Pick<CompileSettings, 'columns' | 'organizationId'>,
): SortKey[] {
  const keys = sorts.map((sort): SortKey => {
    const { descending } = sort;
    if (sort.by === 'tags') return { ...presenceOf(['tags'], organizationId), descending };
    if (sort.by !== 'field') return { ...PROPERTIES[sort.by], descending };
    const column = columns.ready(sort.field);
    if (column === undefined) throw new Error(`There is no column to sort ${sort.field.attribute} by.`);
    const type = sort.field.kind === 'number' ? 'float8' : 'text';
    return { sql: `row.${column}`, type, descending, isNullable: true };
  });
  return [...keys, { ...PROPERTIES.id, descending: keys[0]?.descending ?? false }];
}

/** What has a fact comes first: 0 for those that have it, 1 for the others. */
function presenceOf(fact: readonly string[], organizationId: string): Omit<SortKey, 'descending'> {
  const zeroWhere = `row.terms @> ARRAY['${termOf(organizationId, fact)}'::bigint]`;
  return { sql: `CASE WHEN ${zeroWhere} THEN 0 ELSE 1 END`, type: 'smallint', isNullable: false, zeroWhere };
}

/** `ORDER BY` of keys. */
export function orderBy(keys: readonly SortKey[]): string {
  // Only where it changes something: an index in the other direction does not give it.
  const last = ({ isNullable }: SortKey) => (isNullable ? ' NULLS LAST' : '');
  return keys.map((key) => `${key.sql} ${key.descending ? 'DESC' : 'ASC'}${last(key)}`).join(', ');
}

/**
 * "Behind this position" in the order of the keys, what has no value last. Where all keys have values and one
 * direction it is one comparison of rows, which an index answers.
 */
export function behind(
  keys: readonly SortKey[],
  position: readonly JsonValue[],
  { parameters }: Pick<CompileSettings, 'parameters'>,
): string {
  const at = (index: number) => parameters.add(position[index], keys[index]?.type ?? 'text');
  const [first] = keys;
  const isOneWay = keys.every(({ descending }) => descending === first?.descending);
  if (isOneWay && keys.every(({ isNullable }) => !isNullable)) {
    const sides = [keys.map(({ sql }) => sql), keys.map((_, index) => at(index))];
    return sides.map((side) => `(${side.join(', ')})`).join(first?.descending ? ' < ' : ' > ');
  }
  const alternatives = keys.flatMap((key, index) => {
    const value = position[index] ?? null;
    // Nothing comes after what has no value.
    if (value === null) return [];
    const beyond = `${key.sql} ${key.descending ? '<' : '>'} ${at(index)}`;
    const equal = keys
      .slice(0, index)
      .map(({ sql }, i) => ((position[i] ?? null) === null ? `${sql} IS NULL` : `${sql} = ${at(i)}`));
    return [`(${[...equal, key.isNullable ? `(${beyond} OR ${key.sql} IS NULL)` : beyond].join(' AND ')})`];
  });
  return `(${alternatives.join(' OR ')})`;
}
