import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { AttributeType } from '../attribute/index.ts';
import type { ProposedColumn } from './propose-columns.ts';
import { listForm } from './value-patterns.ts';

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
    if (decision.type != null && !PROPOSED_TYPES.has(decision.type)) {
      const suggestions = [...PROPOSED_TYPES];
      const message = localized('proposal-type-not-offered', { list: suggestions });
      problems.push(
        fieldProblem('value-not-allowed', [...path, 'type'], message, { value: decision.type, suggestions }),
      );
    }
    decided.set(column, withDecision(column, decision, currency));
  }
  const result = columns.map((column) => decided.get(column) ?? column);
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

function withDecision(column: ProposedColumn, decision: ColumnDecision, currency: string): ProposedColumn {
  const { cells, distinct } = column.sample;
  const use = decision.use ?? (decision.type ? 'attribute' : column.use);
  const type = use === 'attribute' ? (decision.type ?? column.type ?? 'text') : null;
  const label = decision.label?.trim() || column.header.label;
  const header = { ...column.header, label };
  const form = type === 'multi_select' ? listForm(cells, 1) : null;
  return {
    ...column,
    header,
    use,
    type,
    isSure: true,
    currency: type === 'price' ? (column.currency ?? currency) : null,
    options: type === 'select' ? distinct : (form?.values ?? []),
    separator:
      type === 'multi_select' ? (form?.separator ?? ',') : type === 'media_list' ? column.separator : null,
  };
}
