import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { GridColumn } from '../../../catalogue/columns/grid-column.ts';
import { CellEditor } from '../../../catalogue/grid/cells/cell-editor.tsx';
import { GridHead, sortFieldOf } from '../../../catalogue/grid/columns/grid-head.tsx';
import { sortedColumns } from '../../../catalogue/grid/columns/sorted-columns.ts';
import { useAutoWidth } from '../../../catalogue/grid/columns/use-auto-width.ts';
import { stageTexts } from '../../../catalogue/grid/edits/stage-texts.ts';
import { stagedCellKey } from '../../../catalogue/grid/edits/staged-cells.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { EditorProps, SheetCell, SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { columnAt, entityCell, LIMITS, LINES, PINNED_COLUMNS } from './entity-cells.tsx';
import type { GridEntity } from './entity-grid-documents.ts';
import type { EntityListState } from './use-entity-list.ts';

const NO_COLUMNS: readonly GridColumn[] = [];

/** Shows the found entities as a sheet in which values are edited. */
export function EntityGrid({ state }: { readonly state: EntityListState }) {
  const { type, list, search, schema, columns, edits, fields, lines } = state;
  const navigate = useNavigate();
  const { isInLines } = lines;
  const visibleColumns = isInLines ? NO_COLUMNS : columns.shown;
  const { staged, waiting } = edits;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells are the same as long as these are
  const cellOf = useCallback(
    (entity: GridEntity, position: number): SheetCell => entityCell(state, entity, position),
    [columns.shown, staged, waiting, isInLines, schema],
  );
  const sortable = useMemo(
    () => new Set(fields.filter((field) => field.sortable).map(({ field }) => field)),
    [fields],
  );
  const sortOf = (key: string) => sortFieldOf(key, visibleColumns, sortable, schema.nameAttribute);
  const sheetColumns = useEntityColumns(state, visibleColumns, sortOf, cellOf);
  const mayEdit = state.mayEdit && !list.isStale;
  return (
    <Sheet
      label={type.label}
      columns={sheetColumns}
      rows={list.items ?? []}
      count={Math.max(state.count ?? 0, list.items?.length ?? 0)}
      keyOf={({ id }) => id}
      cellOf={cellOf}
      headMenu={(column) => (
        <GridHead
          column={column}
          columns={columns.shown}
          own={columns.own}
          onColumns={columns.change}
          by={sortOf(column.key)}
          sort={search.sort}
          onSort={(sort) => search.change({ sort })}
          fields={fields}
          onFilter={(condition) => state.setOpenFilter({ condition })}
        />
      )}
      editorOf={(entity, position, editor) =>
        mayEdit ? entityEditor(state, entity, columnAt(visibleColumns, position), editor) : null
      }
      onOpen={({ code }, position) =>
        void navigate({
          to: '/entities/$type/$code',
          params: { type: type.code, code },
          search: { field: columnAt(visibleColumns, position)?.cell?.attribute.code },
        })
      }
      whyNotEdited={(_entity, position) => {
        const cell = columnAt(visibleColumns, position)?.cell ?? null;
        if (!mayEdit || cell === null) return null;
        return cell.attribute.readOnly
          ? t('This attribute is read-only.')
          : t('Press Enter to edit on the page of the entity.');
      }}
      onTexts={(cells, origin) => {
        if (!mayEdit) return;
        const grid = { list, edits, columnAt: (position: number) => columnAt(visibleColumns, position) };
        void stageTexts(grid, cells, origin);
      }}
      onPaste={(_block, _at, { dropped }) => {
        if (dropped > 0)
          notifySuccess(
            t('{count, plural, one {# cell does} other {# cells do}} not fit.', { count: dropped }),
          );
        return false;
      }}
      onKeep={(entity, position) => {
        const column = columnAt(visibleColumns, position);
        const cell = column === undefined ? undefined : edits.staged.get(stagedCellKey(entity.id, column));
        if (cell?.met !== undefined && mayEdit) void edits.keepMine([cell]);
      }}
      handle={state.sheet}
      isInLines={isInLines}
      ticks={state.ticks.rows}
      onEnd={() => {
        if (list.hasMore && !list.isLoadingMore) list.more();
      }}
    />
  );
}

/** Returns the columns of the sheet, as wide as their texts, with their sort. */
function useEntityColumns(
  { list, search, columns, lines }: EntityListState,
  visibleColumns: readonly GridColumn[],
  sortOf: (key: string) => string | undefined,
  cellOf: (entity: GridEntity, position: number) => SheetCell,
): readonly SheetColumn[] {
  const fitColumns = useAutoWidth();
  const all = lines.isInLines ? LINES : [...PINNED_COLUMNS, ...visibleColumns];
  const sorted = sortedColumns(all, search.sort, sortOf);
  const fitted = fitColumns(sorted, list.items ?? [], cellOf, ({ key, width }) =>
    width > 0 ? null : (columns.shown.find((column) => column.key === key)?.limits ?? LIMITS[key] ?? null),
  );
  const widths = fitted.map(({ width }) => width).join();
  // The same columns as long as their widths are, so that typing draws no row but its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths stand for the fitted columns.
  return useMemo(() => fitted, [columns.shown, search.sort, lines.isInLines, widths]);
}

/** Returns the editor of a cell; null where there is nothing to edit. */
function entityEditor(
  { edits, page }: EntityListState,
  entity: GridEntity,
  column: GridColumn | undefined,
  editor: EditorProps,
) {
  if (column?.cell == null || !isEditable(column.cell.attribute)) return null;
  return (
    <CellEditor
      {...editor}
      source={edits.source}
      row={entity}
      column={column}
      page={page}
      mayOverride
      staged={edits.staged.get(stagedCellKey(entity.id, column))?.text ?? null}
      onCommit={(input, row) => void edits.commit(row, column, input)}
    />
  );
}
