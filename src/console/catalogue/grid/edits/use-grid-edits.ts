import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { localeTag, t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import type { TextOrigin } from '../../../ui/sheet/paste-and-fill.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import { isEditable } from '../../values/cell-value.ts';
import { optionsQuery } from '../../values/options-query.ts';
import type { CellEdit } from '../cells/cell-editor.tsx';
import { findValue, serializeValue } from '../cells/cell-values.ts';
import type { GridRow, GridSource } from '../grid-source.ts';
import type { StagingOwner } from './staged-cell-storage.ts';
import {
  partitionStaged,
  rebaseOnConflict,
  type StagedCell,
  stage,
  stagedCellKey,
  unstage,
} from './staged-cells.ts';
import { type CellReader, type CellTextChange, changedCells, readText } from './typed-cells.ts';
import { useCellSaving } from './use-cell-saving.ts';
import { useEditHistory } from './use-edit-history.ts';
import { useSavingCells } from './use-saving-cells.ts';
import { useShownRows } from './use-shown-rows.ts';
import { useStaging } from './use-staging.ts';

/** Returns the changes of the grid: one cell is saved at once, several are staged; what was saved can be undone. */
export function useGridEdits<Row extends GridRow>(
  source: GridSource<Row>,
  queryKey: QueryKey,
  variables: RowVariables,
  { owner, model }: { readonly owner: StagingOwner; readonly model: GridSchema },
) {
  const staging = useStaging(source, owner, model, variables);
  const rows = useShownRows(source, queryKey);
  const history = useEditHistory(staging);
  const { save, progress, isUnsent } = useCellSaving(source, variables, staging, rows, history);
  const saving = useSavingCells();
  const readerOf = useCellReader(variables.locale);
  const { staged, keptCount, isChecking } = staging;
  const { track, endRedo, undo, redo } = history;

  /** Returns true if other cells wait to be saved, not only for the connection: then a cell waits with them. */
  const isDraft = (cell: StagedCell) =>
    [...saving.without(staged).values()].some(
      (other) =>
        other.reason === null &&
        !isUnsent(other) &&
        stagedCellKey(other.rowId, other.column) !== stagedCellKey(cell.rowId, cell.column),
    );

  /** Saves a cell; it is staged, as far as people see, only if that fails. */
  const stageOne = async (cell: StagedCell) => {
    if (isDraft(cell)) {
      staging.add([cell]);
      return staging.check([cell]);
    }
    const isReady = cell.reason === null;
    if (isReady) saving.start(cell);
    staging.add([cell]);
    if (isReady) saving.end(cell, await save([cell]));
  };

  const commit = async (row: Row, column: GridColumn, input: CellEdit) => {
    endRedo();
    const { cell } = column;
    if (cell === null) return;
    const { text, target } = input;
    const stored = findValue(row, cell)?.json;
    const parsed =
      'value' in input ? { value: input.value } : readText(text, cell, stored, await readerOf([column]));
    const value = 'value' in parsed ? parsed.value : undefined;
    const reason = 'fault' in parsed ? parsed.fault : null;
    const { id: rowId, code, version } = target;
    await stageOne({
      rowId,
      code,
      column,
      text,
      value,
      before: serializeValue(stored, cell),
      version,
      reason,
    });
  };

  return {
    source,
    rows,
    undoOf: history.undoOf,
    staged,
    /** The staged cells that wait for somebody: all but those that are being saved at once. */
    waiting: saving.without(staged),
    saving: saving.state,
    keptCount,
    readerOf,
    isChecking,
    progress,
    /** Saves what was typed into a cell; what cannot be saved stays in it, with the reason. */
    commit: (...input: Parameters<typeof commit>) => track(commit(...input)),
    /** Stages texts for several cells, and asks the API which it would reject. */
    stageTexts: async (texts: readonly CellTextChange<Row>[], origin: TextOrigin) => {
      endRedo();
      const editable = texts.filter(({ column: { cell } }) => cell !== null && isEditable(cell.attribute));
      const count = texts.length - editable.length;
      if (count > 0 && origin !== 'delete')
        notifySuccess(t('{count, plural, one {# cell is} other {# cells are}} not edited here.', { count }));
      const reader = await track(readerOf(editable.map(({ column }) => column)));
      const cells = changedCells(source, editable, origin, model, reader);
      const [first] = cells;
      if (first === undefined) return;
      if (texts.length === 1) return stageOne(first);
      staging.add(cells);
      await staging.check(cells);
    },
    saveStaged: () => save(partitionStaged(saving.without(staged)).ready),
    /** Saves cells over what others have made of them since. */
    keepMine: (cells: readonly StagedCell[]) => {
      const own = cells.flatMap((cell) => rebaseOnConflict(cell) ?? []);
      staging.change((before) => stage(before, own));
      return save(own);
    },
    discard: (cells: readonly StagedCell[]) => staging.change((before) => unstage(before, cells)),
    undo,
    redo,
  };
}

/** Returns a function that loads the options of columns, to read texts as values. */
function useCellReader(locale: string) {
  const queryClient = useQueryClient();
  return async (columns: readonly GridColumn[]): Promise<CellReader> => {
    const sets = new Set(columns.flatMap(({ cell }) => cell?.attribute.optionSet?.code ?? []));
    const loading = [...sets].map(async (set) => {
      const options = queryClient.fetchQuery(optionsQuery(set, locale));
      return [set, await options.catch((error: unknown) => ({ error }))] as const;
    });
    const loaded = new Map(await Promise.all(loading));
    return {
      tag: localeTag,
      optionsOf: ({ optionSet }) => {
        const options = loaded.get(optionSet?.code ?? '') ?? [];
        if ('error' in options) throw options.error;
        return options;
      },
    };
  };
}

export type GridEdits<Row extends GridRow> = ReturnType<typeof useGridEdits<Row>>;
