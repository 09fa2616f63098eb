import { useMemo } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import type { FieldChange, WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { cellName, ORDER, writeOptions } from '../content/option-elements.ts';
import { moveBefore, moveRange } from '../content/option-order.ts';
import type { OptionColumn } from '../content/option-values.ts';
import type { OptionSet } from '../option-documents.ts';
import { cellChange, newRowChanges, recodeChanges, rowChanges } from './edit-options.ts';
import { ADDING_ROW, labelOfRow, type OptionRow } from './option-rows.ts';
import type { OptionSheetProps } from './option-sheet.tsx';

/**
 * Returns the edits of a sheet of options, which change the draft of the set.
 *
 * @param rows all options as the draft leaves them
 * @param isFiltered true if only some of them are shown
 */
export function useOptionEdits(
  { item, form }: WorkProps<OptionSet>,
  rows: readonly OptionRow[],
  locales: readonly string[],
  isFiltered: boolean,
) {
  const option = { item, draft: form.draft };
  const change = (changes: readonly FieldChange[]) =>
    changes.length === 0 ? undefined : form.change(...changes);
  const codes = () => new Set(rows.map(({ code }) => code.toLowerCase()));
  const setOrder = (order: readonly string[]) => {
    const stored = item.options.map(({ code }) => code);
    change([{ name: ORDER, base: form.draft[ORDER]?.base ?? stored, value: order }]);
  };
  const canMove = item.sort === 'MANUAL' && item.isComplete;
  const setTexts: OptionSheetProps['onTexts'] = (texts) => {
    const byRow = Map.groupBy(texts, ({ row }) => row);
    const changes = [...byRow].flatMap(([row, cells]): readonly FieldChange[] => {
      const rowTexts = new Map(cells.map(({ column, text }) => [column, text]));
      if (row === ADDING_ROW) return newRowChanges(rowTexts, codes())?.changes ?? [];
      const code = rowTexts.get('code')?.trim() ?? row.code;
      if (row.stored === null && code !== row.code) return recodeChanges(form.draft, row.code, code, codes());
      return rowChanges(option, row, rowTexts);
    });
    change(changes);
  };
  const move = (top: number, bottom: number, by: number) => {
    if (isFiltered) return notifySuccess(t('Clear the filter to move options.'));
    if (!canMove)
      return notifySuccess(
        t('These options are sorted by themselves. Change the order under Details to move them.'),
      );
    // The last row adds an option, and stays where it is.
    if (bottom >= rows.length || bottom + by >= rows.length) return;
    setOrder(moveRange(rows, top, bottom, by).map(({ code }) => code));
  };
  const moveTo = (moved: readonly OptionRow[], before: OptionRow | undefined) =>
    setOrder(moveBefore(rows, moved, before).map(({ code }) => code));
  const sortByLabel = () => {
    const collator = new Intl.Collator(locales[0]?.replace('_', '-'), { numeric: true });
    const labelOf = (row: OptionRow) => labelOfRow(row, locales);
    const sorted = rows.toSorted((one, other) => collator.compare(labelOf(one), labelOf(other)));
    setOrder(sorted.map(({ code }) => code));
  };
  return {
    option,
    change,
    setTexts,
    move,
    /** Moves options before another one, or to the end; undefined where they are not moved. */
    moveTo: canMove && !isFiltered ? moveTo : undefined,
    /** It is undefined where options are not sorted by hand. */
    sortByLabel: canMove ? sortByLabel : undefined,
    setActive: (some: readonly OptionRow[], isActive: boolean) =>
      change(some.map(({ code }) => cellChange(option, code, 'active', isActive))),
    keepMine: (row: OptionRow, column: string) => {
      if (!row.conflicts.has(column)) return;
      const name = cellName(row.code, column as OptionColumn);
      change([{ name, base: row.conflicts.get(column), value: form.draft[name]?.value }]);
    },
  };
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map();

/** Returns the reasons why cells of the draft cannot be saved, by option and column. */
export function useFaults({ item, form }: WorkProps<OptionSet>): ReadonlyMap<string, string> {
  const error = form.effects?.error ?? null;
  const { draft } = form;
  return useMemo(() => {
    if (!(error instanceof ApiError)) return NO_FAULTS;
    const options = writeOptions(draft, item).options ?? [];
    return new Map(
      error.faults.flatMap(({ path, message }) => {
        const at = path.indexOf('options');
        const code = options[Number(path[at + 1])]?.code;
        return at === -1 || code === undefined ? [] : [[`${code}/${path[at + 2]}`, message] as const];
      }),
    );
  }, [error, draft, item]);
}
