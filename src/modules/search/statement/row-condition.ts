import type { Parameters } from '../../../platform/database/parameters.ts';
import type { Range } from '../filter/plan.ts';

/** A number of a row `AS row`. */
export interface RowNumber {
  /** SQL of the number, without parameters, so that this also names it; null: in `other`, by its key. */
  readonly sql: string | null;
  readonly key: string;
  readonly type: 'float8' | 'smallint';
}

/** Returns a number as SQL; NULL where a row has none. */
export const numberSql = ({ sql, key }: RowNumber, parameters: Parameters): string =>
  sql ?? `(row.other ->> ${parameters.add(key, 'text')})::float8`;

/** Condition on a row of a search table: for statements, and for the segments that count without them. */
export type RowCondition =
  | { readonly kind: 'and' | 'or'; readonly of: readonly RowCondition[] }
  | { readonly kind: 'not'; readonly of: RowCondition }
  /** Has at least one of the terms, or each of them. */
  | { readonly kind: 'any-of' | 'all-of'; readonly terms: readonly string[] }
  /** Has a number, within a range. */
  | { readonly kind: 'range'; readonly number: RowNumber; readonly range: Range }
  | { readonly kind: 'one-of'; readonly number: RowNumber; readonly numbers: readonly number[] }
  /** Condition that only a statement can evaluate. */
  | { readonly kind: 'sql'; readonly sql: (parameters: Parameters) => string };

export const MATCH_NONE: RowCondition = { kind: 'or', of: [] };

export const and = (of: readonly RowCondition[]): RowCondition => ({ kind: 'and', of });
export const or = (of: readonly RowCondition[]): RowCondition => ({ kind: 'or', of });
export const not = (of: RowCondition): RowCondition => ({ kind: 'not', of });
export const sqlCondition = (sql: (parameters: Parameters) => string): RowCondition => ({ kind: 'sql', sql });

const OPEN: Range = { from: null, to: null, fromIncluded: true, toIncluded: true };

/** Has the number at all. */
export const hasNumber = (number: RowNumber): RowCondition => ({ kind: 'range', number, range: OPEN });

/**
 * Number of terms up to which an index looks for any of them at once. It compares each row that it finds with each of
 * the terms, and PostgreSQL expects many rows for terms that it has no statistics of.
 */
export const MAX_TERMS_AT_ONCE = 8;

/** Number of terms from which on comparing each of a row with each of them takes longer than a hash table of them. */
const MANY_TERMS = 64;

/** Returns SQL for the ids of the rows that have `wanted.term`. OFFSET 0 keeps PostgreSQL from scanning all rows for it. */
export const rowsWithTerm = (table: string, organization: string): string =>
  `SELECT each.id FROM search.${table} AS each
   WHERE each.organization_id = ${organization} AND each.terms @> ARRAY[wanted.term] OFFSET 0`;

/** Returns a condition as SQL, never NULL. */
export function conditionSql(condition: RowCondition, parameters: Parameters): string {
  switch (condition.kind) {
    case 'and':
      return joined(withTermsTogether(condition.of), 'AND', 'true', parameters);
    case 'or':
      return joined(condition.of, 'OR', 'false', parameters);
    case 'not':
      return `NOT ${conditionSql(condition.of, parameters)}`;
    case 'any-of': {
      const { terms } = condition;
      if (terms.length === 0) return 'false';
      if (terms.length > MANY_TERMS)
        return `EXISTS (SELECT FROM unnest(row.terms) AS own (term) WHERE own.term = ANY (${parameters.add(terms, 'bigint[]')}))`;
      return `(row.terms ${terms.length === 1 ? '@>' : '&&'} ${parameters.add(terms, 'bigint[]')})`;
    }
    case 'all-of':
      return `(row.terms @> ${parameters.add(condition.terms, 'bigint[]')})`;
    case 'range':
      return rangeSql(condition.number, condition.range, parameters);
    case 'one-of': {
      const sql = numberSql(condition.number, parameters);
      const numbers = parameters.add(condition.numbers, `${condition.number.type}[]`);
      return `(${sql} IS NOT NULL AND ${sql} = ANY (${numbers}))`;
    }
    case 'sql':
      return condition.sql(parameters);
  }
}

/** Returns conditions that all hold, with those on terms as one: the index is read once, and so are a row's terms. */
function withTermsTogether(conditions: readonly RowCondition[]): readonly RowCondition[] {
  const flat = conditions.flatMap(partsOf);
  const termsOf = (each: RowCondition) =>
    each.kind === 'all-of' || (each.kind === 'any-of' && each.terms.length === 1) ? each.terms : null;
  const terms = flat.flatMap((each) => termsOf(each) ?? []);
  if (terms.length < 2) return flat;
  return [{ kind: 'all-of', terms }, ...flat.filter((each) => termsOf(each) === null)];
}

const partsOf = (condition: RowCondition): readonly RowCondition[] =>
  condition.kind === 'and' ? condition.of.flatMap(partsOf) : [condition];

function joined(
  conditions: readonly RowCondition[],
  by: 'AND' | 'OR',
  none: string,
  parameters: Parameters,
): string {
  if (conditions.length === 0) return none;
  return `(${conditions.map((each) => conditionSql(each, parameters)).join(` ${by} `)})`;
}

function rangeSql(number: RowNumber, range: Range, parameters: Parameters): string {
  const { from, to, fromIncluded, toIncluded } = range;
  const { type } = number;
  const sql = numberSql(number, parameters);
  const bounds = [
    ...(from === null ? [] : [`${sql} ${fromIncluded ? '>=' : '>'} ${parameters.add(from, type)}`]),
    ...(to === null ? [] : [`${sql} ${toIncluded ? '<=' : '<'} ${parameters.add(to, type)}`]),
  ];
  return `(${[`${sql} IS NOT NULL`, ...bounds].join(' AND ')})`;
}
