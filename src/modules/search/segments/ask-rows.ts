import type { Transaction } from '../../../kernel/operation.ts';
import type { AskedCondition, RowAnswer, RowCounts, RowQuestion } from '../../../kernel/search/row-counts.ts';
import type { Field } from '../row/column.ts';
import { termOf } from '../row/term.ts';
import { planCondition, rowNumber, type SearchScope } from '../statement/compile-plan.ts';
import { itemNumbers } from '../statement/item.ts';
import { Parameters } from '../statement/parameters.ts';
import { conditionSql, type RowCondition, type RowNumber } from '../statement/row-condition.ts';
import type { VisiblePlan } from '../visibility.ts';
import { hasMoreRows } from './has-more-rows.store.ts';

/** A context that counts; see `ReadContext`. */
export type Counting = Transaction & { readonly rowCounts?: RowCounts | undefined };

/** A question about what matches a plan; those about the same have the same object. */
export type PlanQuestion = { readonly plan: VisiblePlan } & (
  | { readonly kind: 'count' }
  /** Facts of each value: any one of them stands for having the value. */
  | { readonly kind: 'values'; readonly values: readonly (readonly (readonly string[])[])[] }
  | { readonly kind: 'bounds'; readonly fields: readonly Field[] }
  | { readonly kind: 'buckets'; readonly fields: readonly Field[]; readonly limits: readonly number[] }
);

/** Returns the counts from segments, exact as of now; null when statements have to find them. */
export async function askRows(
  counting: Counting,
  scope: SearchScope,
  questions: readonly PlanQuestion[],
): Promise<readonly RowAnswer[] | null> {
  const { rowCounts } = counting;
  if (rowCounts === undefined || scope.table !== 'product' || questions.length === 0) return null;
  const items = scope.grouping && itemNumbers(scope.grouping, scope.structure);
  const conditions = new Map<VisiblePlan, AskedCondition>();
  const asked: RowQuestion[] = [];
  for (const question of questions) {
    const { plan } = question;
    const condition = conditions.get(plan) ?? askedCondition(planCondition(plan, scope));
    conditions.set(plan, condition);
    const one = toRowQuestion(question, condition, scope);
    if (one === null) return null;
    asked.push({ ...one, items });
  }
  const { organizationId, structure } = scope;
  return rowCounts.ask({ organizationId, revision: structure.revision, questions: asked }, (moreThan) =>
    hasMoreRows(counting, organizationId, moreThan),
  );
}

/** Returns the question for segments; null where a statement is as fast. */
function toRowQuestion(
  question: PlanQuestion,
  condition: AskedCondition,
  scope: SearchScope,
): RowQuestion | null {
  if (question.plan.kind === 'id') return null;
  switch (question.kind) {
    case 'count':
      return condition.kind === 'sql' ? null : { kind: 'count', condition };
    case 'values': {
      const terms = question.values.flat().map((fact) => termOf(scope.organizationId, fact));
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
function askedCondition(condition: RowCondition): AskedCondition {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const of = condition.of.map(askedCondition);
      const { kind } = condition;
      return kind === 'and' && of.some((each) => each.kind === 'sql') ? bySql(condition) : { kind, of };
    }
    case 'not':
      return { kind: 'not', of: askedCondition(condition.of) };
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

function bySql(condition: RowCondition): AskedCondition {
  const parameters = new Parameters();
  return { kind: 'sql', text: conditionSql(condition, parameters), parameters: parameters.values };
}
