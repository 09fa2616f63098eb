import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { hasScope } from '../../../kernel/scopes.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import {
  createRowShape,
  ERROR_COLUMNS,
  type FileResource,
  isTableRow,
  matchTargets,
  optionsOf,
  SET_OF_NEW_FIELD,
  type SourceRow,
  type SuggestionScope,
  type Transform,
  unambiguousMatch,
} from '../../file-formats/index.ts';
import type { NewJobError } from '../../job/index.ts';
import { getProduct } from '../../product/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { previewedReferences } from '../media/media-references.ts';
import { lineMediaColumns, resolveRowMedia, tableMediaColumns } from '../media/resolve-media.ts';
import {
  createRowPlanner,
  type PlannedCell,
  type PlannedRow,
  type RowPlanner,
  rowInFile,
} from '../rows/plan-rows.ts';
import { errorsOfRow } from '../rows/row-errors.ts';
import { WRITE_MODES } from '../rows/row-writer.ts';
import { ROW_WRITERS } from '../rows/row-writers.ts';
import { validateRows } from '../rows/validate-rows.ts';
import { type ImportOverrides, resolveImport } from '../start-import.ts';
import { createChangeReader, type PreviewedChange } from './preview-changes.ts';
import {
  openPreview,
  type PreviewedWorksheet,
  type PreviewSource,
  suggestHeaderRow,
} from './preview-source.ts';
import {
  completeTarget,
  describeTarget,
  lacksCurrency,
  listTargets,
  type SuggestedTarget,
} from './suggest-targets.ts';
import { suggestTransforms, warnOfAmbiguity } from './suggest-transforms.ts';

/** Rows of a preview. */
const PREVIEWED_ROWS = 50;
/** Rows that are counted: all that a file of a usual size has. */
const COUNTED_ROWS = 5_000;
/** Rows whose cells it shows. */
const SHOWN_ROWS = 5;

export interface PreviewImportInput {
  readonly profile: string | null;
  readonly overrides: ImportOverrides;
  readonly source: PreviewSource;
  readonly scope: SuggestionScope;
  /** The locale of labels; null for that of the scope. */
  readonly labelLocale?: string | null;
}

/** Predicted meaning of one column. */
export interface PreviewedColumn {
  readonly column: string;
  /** False for one that the mapping names and the file lacks. */
  readonly isInFile: boolean;
  /** Its target; null if it has none. */
  readonly target: string | null;
  /** Its target in words; null for properties and links. */
  readonly targetLabel: string | null;
  /** Suggested targets, best first. */
  readonly suggestions: readonly string[];
  readonly suggestedTargets: readonly SuggestedTarget[];
  /** True if the first suggestion is named like the column, and not only similarly. */
  readonly isMatch: boolean;
  /** The only target of that name, if it is a property or has one value; null otherwise. */
  readonly exactTarget: string | null;
  readonly reason: Message | null;
  /** Reason why its cells may be read as something other than they mean. */
  readonly warning: Message | null;
  /** Steps to add to its transforms, so that its cells can be read. */
  readonly suggestedTransforms: readonly Transform[];
  /** Its cells in the first rows. */
  readonly cells: readonly PreviewedCell[];
}

export interface PreviewedCell extends PlannedCell {
  readonly row: number;
}

/** Predicted result of one row. */
export interface PreviewedRow {
  readonly row: number;
  readonly ref: string | null;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed';
  /** Null for those who may not read products. */
  readonly changes: readonly PreviewedChange[] | null;
  readonly errors: readonly NewJobError[];
}

export interface ImportPreview {
  /** All sheets of a workbook. */
  readonly sheets: readonly PreviewedWorksheet[];
  /** The row with the names of the columns, if the stated one has a single cell, such as a title. */
  readonly suggestedHeaderRow: number | null;
  readonly columns: readonly PreviewedColumn[];
  /** Returns the targets that columns can be mapped to. */
  targets(): readonly SuggestedTarget[];
  readonly rows: readonly PreviewedRow[];
  /** The number of its rows that create a product without an attribute set. */
  readonly withoutAttributeSet: number;
  /** Rows of the source; null if they are more than are counted. */
  readonly totalRows: number | null;
  /** The number of counted rows with the key of an earlier one. */
  readonly repeatedRows: number;
}

/**
 * Validates the first rows of a file as an import would, and returns the target of each column. To be run as a dry
 * run: what it writes is not meant to stay. Rows that name others further down fail here.
 */
export const previewImport = defineWrite({
  name: 'previewImport',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(
    context: WriteContext,
    { profile: code, overrides, source, scope, labelLocale = null }: PreviewImportInput,
  ): Promise<ImportPreview> {
    const labelScope = { ...scope, locale: labelLocale ?? scope.locale };
    const { settings } = await resolveImport(context, code, overrides);
    const writer = ROW_WRITERS[settings.resource];
    // The file is read before anything is locked, because a large workbook takes its time.
    const file = await openPreview(source, settings);
    await writer.lock(context);
    const structure = await lockStructureForReading(context);
    const shape =
      file.columns === null ? null : createRowShape(file.columns, settings, optionsOf(settings), structure);
    const { headerRow } = file;
    const stated = {
      ...settings,
      mapping: shape?.mapping ?? settings.mapping,
      options: { ...settings.options, headerRow },
    };
    const planner = createRowPlanner(stated, shape?.columns ?? null, structure, writer, file.sheet);
    const media =
      shape === null
        ? lineMediaColumns(structure)
        : tableMediaColumns(stated, shape.columns, planner.options, structure);
    const rowsOfFile = file.rows(planner.hintOf);
    const shapedRows = shape?.reshape(rowsOfFile, { byte: 0, row: headerRow }) ?? rowsOfFile;
    const sourceRows = resolveRowMedia(shapedRows, media, previewedReferences(context));
    const { rows, areBroken, totalRows, repeatedRows } = await readRows(sourceRows, planner);
    const lacksKey = planner.columnProblems.some(({ code }) => code === 'required');
    const suggestedHeaderRow = lacksKey ? await suggestHeaderRow(file, settings, areBroken) : null;
    const options = { mode: WRITE_MODES[settings.mode], inherited: planner.options.inherited };
    const validation = { jobId: '', writer, planner, options, isDry: false, isFinal: true };
    const results = await validateRows(context, rows, {
      ...validation,
      failuresAllowed: Number.POSITIVE_INFINITY,
    });
    const mayRead = hasScope(context.session, getProduct.scope);
    const inFile = new Set(shape?.columns);
    const columnContext = {
      resource: settings.resource,
      structure,
      scope,
      words: labelScope,
      isSeparatorStated: (settings.options.decimalSeparator ?? null) !== null,
      usedTargets: new Set(planner.columns.flatMap(planner.targetsOf)),
    };
    const changesOf = createChangeReader(planner, settings.resource, structure);
    return {
      sheets: file.sheets,
      suggestedHeaderRow,
      totalRows,
      repeatedRows,
      targets: () => listTargets(settings.resource, structure, scope, labelScope),
      columns: [
        ...planner.columns.filter(isShown).map((column) => ({
          ...previewColumn(column, planner, rows, columnContext),
          isInFile: inFile.has(column),
        })),
        ...(shape?.warnings ?? []).flatMap((warning) => previewMissing(warning, planner)),
      ],
      withoutAttributeSet:
        settings.resource === 'products'
          ? results.filter(({ outcome, row }) => outcome === 'created' && !hasAttributeSet(row)).length
          : 0,
      rows: results.map(({ row, outcome, refusal, notes, warnings, changes }) => ({
        row: rowInFile(row.number),
        ref: row.ref,
        outcome,
        changes: mayRead ? changesOf(row, changes?.() ?? []) : null,
        errors: errorsOfRow(
          row,
          {
            problems: [...row.problems, ...notes],
            warnings: [...row.warnings, ...(warnings ?? [])],
            refusal,
          },
          planner,
        ),
      })),
    };
  },
});

/** Returns the first rows of a file, and how many of the counted ones repeat a key. */
async function readRows(
  source: AsyncGenerator<SourceRow>,
  planner: RowPlanner,
): Promise<
  {
    readonly rows: readonly PlannedRow[];
    /** True if no row fits the columns. */
    readonly areBroken: boolean;
  } & Pick<ImportPreview, 'totalRows' | 'repeatedRows'>
> {
  const rows: PlannedRow[] = [];
  const keys = new Set<string>();
  let count = 0;
  let repeatedRows = 0;
  let areBroken = true;
  for await (const row of source) {
    if (count === COUNTED_ROWS) return { rows, areBroken, totalRows: null, repeatedRows };
    await yieldToEventLoop();
    count += 1;
    if (rows.length < PREVIEWED_ROWS) rows.push(planner.plan(row));
    if (row.problem === null) areBroken = false;
    const key = planner.keyOf(row);
    if (key !== '' && keys.has(key)) repeatedRows += 1;
    keys.add(key);
  }
  return { rows, areBroken, totalRows: count, repeatedRows };
}

/** Columns that say what a row was made of are not shown. */
const isShown = (column: string) => column !== '' && !ERROR_COLUMNS.has(column);

/** Variants have the set of their model. */
const hasAttributeSet = ({ item: { fields } }: PlannedRow) =>
  [fields.attribute_set, fields[SET_OF_NEW_FIELD], fields.parent].some(
    (value) => typeof value === 'string' && value !== '',
  );

interface TargetContext {
  readonly resource: FileResource;
  readonly structure: CatalogueStructure;
  readonly scope: SuggestionScope;
  /** Scope with the locale of labels. */
  readonly words: SuggestionScope;
  /** True if the options state the decimal separator. */
  readonly isSeparatorStated: boolean;
  /** Targets of all columns. */
  readonly usedTargets: ReadonlySet<string>;
}

/** Returns a column that the settings of the profile name and the file lacks, unless the mapping fills it. */
function previewMissing(problem: FieldProblem, planner: RowPlanner): readonly PreviewedColumn[] {
  const column = problem.path.at(-1) ?? '';
  if (planner.columns.includes(column)) return [];
  return [
    {
      column,
      isInFile: false,
      target: null,
      targetLabel: null,
      suggestions: [],
      suggestedTargets: [],
      isMatch: false,
      exactTarget: null,
      reason: textOf(problem),
      warning: null,
      suggestedTransforms: [],
      cells: [],
    },
  ];
}

function previewColumn(
  column: string,
  planner: RowPlanner,
  rows: readonly PlannedRow[],
  { resource, structure, scope, words, isSeparatorStated, usedTargets }: TargetContext,
): Omit<PreviewedColumn, 'isInFile'> {
  const problem = planner.columnProblems.find(
    ({ code, path }) => code === 'unknown-column' && path.at(-1) === column,
  );
  const [text = null] = planner.targetsOf(column);
  const target = problem === undefined ? text : null;
  const all = rows.flatMap(({ number, source }) =>
    isTableRow(source) ? [{ row: rowInFile(number), ...planner.cellsOf(source, column) }] : [],
  );
  const cells = all.slice(0, SHOWN_ROWS);
  const describe = (name: string) => describeTarget(name, resource, structure, words);
  const texts = cells.map((cell) => cell.text);
  const isBare = target !== null && lacksCurrency(target, texts, resource, structure);
  const complete = (name: string) => completeTarget(name, texts, resource, structure, scope);
  const isFree = (name: string) => !usedTargets.has(name);
  // A target that is none may be a name: a label that somebody has typed.
  const nameCandidates = problem === undefined ? [] : [text ?? column, column];
  const matches = [
    ...new Set(
      isBare
        ? complete(target)
        : nameCandidates.flatMap((name) => matchTargets(name, resource, structure, scope)),
    ),
  ].filter(isFree);
  const suggestions = [
    ...new Set([...matches, ...(problem?.suggestions ?? []).flatMap(complete).filter(isFree)]),
  ];
  return {
    column,
    target,
    targetLabel: target === null ? null : describe(target),
    suggestions,
    suggestedTargets: suggestions.map((name) => ({ target: name, label: describe(name) })),
    isMatch: matches.length > 0,
    exactTarget: problem === undefined ? null : unambiguousMatch(column, matches, resource, structure),
    reason: isBare
      ? localized('column-prices-without-currency', { column })
      : problem === undefined
        ? null
        : textOf(problem),
    warning:
      target === null || isSeparatorStated || planner.hasPlainDecimals(column)
        ? null
        : warnOfAmbiguity(
            column,
            target,
            all.map(({ becomes }) => becomes ?? ''),
            resource,
            structure,
          ),
    suggestedTransforms:
      target === null
        ? []
        : suggestTransforms(
            target,
            all.map(({ becomes }) => becomes ?? ''),
            resource,
            structure,
            planner.options,
          ),
    cells,
  };
}
