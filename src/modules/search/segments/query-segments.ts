import type { Transaction } from '../../../kernel/operation.ts';
import type {
  RowCounter,
  RowPredicate,
  RowQuery,
  RowQueryResult,
} from '../../../kernel/search/row-counter.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Field } from '../row/column.ts';
import { termHash } from '../row/term.ts';
import { planCondition, rowNumber, type SearchScope } from '../statement/compile-plan.ts';
import { itemNumbers } from '../statement/item.ts';
import { conditionSql, type RowCondition, type RowNumber } from '../statement/row-condition.ts';
import type { VisiblePlan } from '../visibility.ts';
import { hasMoreRows } from './has-more-rows.store.ts';

/** A context that counts; see `ReadContext`. */
export type CountContext = Transaction & { readonly rowCounts?: RowCounter | undefined };

/** A question about what matches a plan; those about the same have the same object. */
export type SegmentQuery = { readonly plan: VisiblePlan } & (
  | { readonly kind: 'count' }
  /** Facts of each value: any one of them stands for having the value. */
  | { readonly kind: 'values'; readonly values: readonly (readonly (readonly string[])[])[] }
  | { readonly kind: 'bounds'; readonly fields: readonly Field[] }
  | { readonly kind: 'buckets'; readonly fields: readonly Field[]; readonly limits: readonly number[] }
);

/** Returns the counts from segments, exact as of now; null when statements have to find them. */
export async function querySegments(
  counting: CountContext,
  scope: SearchScope,
  questions: readonly SegmentQuery[],
): Promise<readonly RowQueryResult[] | null> {
  const { rowCounts } = counting;
  if (rowCounts === undefined || scope.table !== 'product' || questions.length === 0) return null;
  const items = scope.grouping && itemNumbers(scope.grouping, scope.structure);
  const conditions = new Map<VisiblePlan, RowPredicate>();
  const rowQuestions: RowQuery[] = [];
  for (const question of questions) {
    const { plan } = question;
    const condition = conditions.get(plan) ?? toSegmentCondition(planCondition(plan, scope));
    conditions.set(plan, condition);
    const one = toRowQuestion(question, condition, scope);
    if (one === null) return null;
    rowQuestions.push({ ...one, items });
  }
  const { organizationId, structure } = scope;
  return rowCounts.run(
    { organizationId, revision: structure.revision, questions: rowQuestions },
    (moreThan) => hasMoreRows(counting, organizationId, moreThan),
  );
}

/** Returns the question for segments; null where a statement is as fast. */
function toRowQuestion(question: SegmentQuery, condition: RowPredicate, scope: SearchScope): RowQuery | null {
  if (question.plan.kind === 'id') return null;
  switch (question.kind) {
    case 'count':
      return condition.kind === 'sql' ? null : { kind: 'count', condition };
    case 'values': {
      const terms = question.values.flat().map((fact) => termHash(scope.organizationId, fact));
      const offsets = new Uint32Array(question.values.length + 1);
      for (const [index, facts] of question.values.entries())
        offsets[index + 1] = (offsets[index] as number) + facts.length;
      return { kind: 'values', condition, terms: termNumbers(terms), offsets };
    }
    case 'bounds':
    case 'buckets': {
      const numbers = question.fields.map((field) => nameOf(rowNumber(field, scope)));
      return question.kind === 'bounds'
        ? { kind: 'bounds', condition, numbers }
        : { kind: 'buckets', condition, numbers, limits: question.limits };
    }
  }
}

/** Returns the SQL of a number, without parameters. */
const nameOf = ({ sql, key }: RowNumber): string => sql ?? `(row.other ->> '${key.replaceAll("'", "''")}')`;

const termNumbers = (terms: readonly string[]) => BigInt64Array.from(terms, BigInt);

/**
 * Returns a condition for segments. Parts that they cannot evaluate are SQL; a conjunction with such a part is SQL as a
 * whole, so that the database chooses what it begins with.
 */
function toSegmentCondition(condition: RowCondition): RowPredicate {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const of = condition.of.map(toSegmentCondition);
      const { kind } = condition;
      return kind === 'and' && of.some((each) => each.kind === 'sql') ? bySql(condition) : { kind, of };
    }
    case 'not':
      return { kind: 'not', of: toSegmentCondition(condition.of) };
    case 'any-of':
    case 'all-of':
      return { kind: condition.kind, terms: termNumbers(condition.terms) };
    case 'range': {
      const { number, range } = condition;
      return { kind: 'range', number: nameOf(number), ...range };
    }
    case 'one-of': {
      const { number, numbers } = condition;
      return { kind: 'one-of', number: nameOf(number), numbers };
    }
    case 'sql':
      return bySql(condition);
  }
}

function bySql(condition: RowCondition): RowPredicate {
  const parameters = new Parameters();
  return { kind: 'sql', text: conditionSql(condition, parameters), parameters: parameters.values };
}
