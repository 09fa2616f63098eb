import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { AttributeType } from '../attribute/index.ts';
import { listSeparator } from './list-form.ts';
import { optionsIn, type ProposedColumn, separatorIn } from './propose-columns.ts';

/** A person's decision about a column; missing fields stay as proposed. */
export interface ColumnDecision {
  readonly column: string;
  readonly use?: ProposedColumn['use'] | null | undefined;
  readonly type?: AttributeType | null | undefined;
  readonly label?: string | null | undefined;
}

/**
 * Returns the columns as they are decided.
 *
 * @param currency currency of columns that become prices
 * @throws ValidationFailed for columns that the file lacks, measurements without a unit, and files without one key
 */
export function decideColumns(
  columns: readonly ProposedColumn[],
  decisions: readonly ColumnDecision[],
  currency: string,
): readonly ProposedColumn[] {
  const problems: FieldProblem[] = [];
  const byColumn = new Map(columns.map((column) => [foldKey(column.sample.column.trim()), column]));
  const decided = new Map<ProposedColumn, ProposedColumn>();
  for (const [index, decision] of decisions.entries()) {
    const path = ['decisions', String(index)];
    const column = byColumn.get(foldKey(decision.column.trim()));
    if (column === undefined) {
      const message = localized('column-missing', { column: decision.column });
      const suggestions = columns.map(({ sample }) => sample.column);
      problems.push(
        fieldProblem('value-not-allowed', [...path, 'column'], message, {
          value: decision.column,
          suggestions,
        }),
      );
      continue;
    }
    if (decision.type === 'measurement' && column.unit === null) {
      const message = localized('proposal-measurement-without-unit', { column: decision.column });
      problems.push(fieldProblem('value-not-allowed', [...path, 'type'], message, { value: decision.type }));
    }
    const isChosen = decision.type === 'select' || decision.type === 'multi_select';
    if ((isChosen || decision.use === 'categories') && !column.sample.hasAllValues) {
      const count = column.sample.values.length;
      const message = localized('proposal-too-many-values', { column: decision.column, count });
      problems.push(
        fieldProblem('too-many-items', [...path, isChosen ? 'type' : 'use'], message, { value: count }),
      );
    }
    if (decision.type != null && !PROPOSED_TYPES.has(decision.type)) {
      const suggestions = [...PROPOSED_TYPES];
      const message = localized('proposal-type-not-offered', { list: suggestions });
      problems.push(
        fieldProblem('value-not-allowed', [...path, 'type'], message, { value: decision.type, suggestions }),
      );
    }
    decided.set(column, withDecision(column, decision, currency));
  }
  // Whoever decides for another key need not decide against the proposed one.
  const hasDecidedKey = [...decided.values()].some(({ use }) => use === 'sku');
  const result = columns.map(
    (column) =>
      decided.get(column) ??
      (hasDecidedKey && column.use === 'sku' ? withDecision(column, AS_TEXT, currency) : column),
  );
  const keys = result.filter(({ use }) => use === 'sku');
  if (keys.length !== 1 && problems.length === 0)
    problems.push(
      fieldProblem('required', ['decisions'], localized('proposal-one-key', { count: keys.length })),
    );
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return result;
}

/** Types that need nothing but the cells of a column. */
const PROPOSED_TYPES: ReadonlySet<string> = new Set<AttributeType>([
  'identifier',
  'text',
  'textarea',
  'rich_text',
  'number',
  'boolean',
  'date',
  'select',
  'multi_select',
  'price',
  'measurement',
  'media',
  'media_list',
]);

const AS_TEXT = { use: 'attribute', type: 'text' } as const;

function withDecision(
  column: ProposedColumn,
  decision: Omit<ColumnDecision, 'column'>,
  currency: string,
): ProposedColumn {
  const use = decision.use ?? (decision.type ? 'attribute' : column.use);
  const type = use === 'attribute' ? (decision.type ?? column.type ?? 'text') : null;
  const separator = separatorOf(column, use, type);
  const { values } = column.sample;
  return {
    ...column,
    header: { ...column.header, label: decision.label?.trim() || column.header.label },
    use,
    type,
    isSure: true,
    currency: type === 'price' ? (column.currency ?? currency) : null,
    separator,
    options:
      type === 'select'
        ? values
        : type === 'multi_select' && separator !== null
          ? optionsIn(values, separator)
          : [],
  };
}

/** Returns the text between the values of the cells of a column; null if a cell has one. */
function separatorOf(
  { sample: { cells } }: ProposedColumn,
  use: ProposedColumn['use'],
  type: AttributeType | null,
): string | null {
  if (type === 'multi_select') return listSeparator(cells, 1) ?? separatorIn(cells) ?? ',';
  return use === 'categories' || type === 'media_list' ? separatorIn(cells) : null;
}
