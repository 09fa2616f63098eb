import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { matchesPageLanguage } from '../../../api/label-locale.ts';
import type { FieldChange, WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { enabledLocalesQuery } from '../../../catalogue/model/fields/enabled-objects.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { cellName, ORDER, writeOptions } from '../content/option-elements.ts';
import { moveRange } from '../content/option-order.ts';
import type { OptionColumn } from '../content/option-values.ts';
import type { OptionSet } from '../option-documents.ts';
import { newRowChanges, recodeChanges, rowChanges } from './edit-options.ts';
import { filterRows, NO_FILTER } from './filter-rows.ts';
import { optionColumns } from './option-columns.ts';
import { ADDING_ROW, labelOfRow, type OptionRow, rowsOfDraft } from './option-rows.ts';
import { OptionSheet, type OptionSheetProps } from './option-sheet.tsx';
import { OptionToolbar } from './option-toolbar.tsx';

/** Edits the options of a set in a sheet; what is typed waits until it is saved. */
export function OptionsTab(props: WorkProps<OptionSet>) {
  const query = useQuery(enabledLocalesQuery);
  return (
    <QueryResult query={query} what={t('locales')}>
      {(enabled) => <OptionsInLocales {...props} enabled={enabled} />}
    </QueryResult>
  );
}

function OptionsInLocales(
  props: WorkProps<OptionSet> & { readonly enabled: readonly { readonly code: string }[] },
) {
  const { item, form, mayEdit, enabled } = props;
  const locales = useMemo(() => {
    const codes = enabled.map(({ code }) => code);
    return codes.toSorted(
      (one, other) => Number(matchesPageLanguage(other)) - Number(matchesPageLanguage(one)),
    );
  }, [enabled]);
  const columns = useMemo(() => optionColumns(locales), [locales]);
  const rows = rowsOfDraft(item, form.draft, form.conflicts);
  const [filter, setFilter] = useState(NO_FILTER);
  const visibleRows = filterRows(rows, filter);
  const isFiltered = visibleRows.length < rows.length || filter.text !== '';
  const faults = useFaults(props);
  const scope = useMemo(
    () => ({ locales, faults, productsOf: (code: string) => productsSearch(item, code) }),
    [locales, faults, item],
  );
  const handle = useRef<SheetHandle>(null);
  const codes = () => new Set(rows.map(({ code }) => code.toLowerCase()));

  const setTexts: OptionSheetProps['onTexts'] = (texts) => {
    const byRow = Map.groupBy(texts, ({ row }) => row);
    const changes = [...byRow].flatMap(([row, cells]): readonly FieldChange[] => {
      const rowTexts = new Map(cells.map(({ column, text }) => [column, text]));
      if (row === ADDING_ROW) return newRowChanges(rowTexts, codes())?.changes ?? [];
      const code = rowTexts.get('code')?.trim() ?? row.code;
      if (row.stored === null && code !== row.code) return recodeChanges(form.draft, row.code, code, codes());
      return rowChanges({ item, draft: form.draft }, row, rowTexts);
    });
    if (changes.length > 0) form.change(...changes);
  };

  const setOrder = (order: readonly string[]) => {
    const stored = item.options.map(({ code }) => code);
    form.change({ name: ORDER, base: form.draft[ORDER]?.base ?? stored, value: order });
  };
  const move = (top: number, bottom: number, by: number) => {
    if (item.sort !== 'MANUAL' || isFiltered || !item.isComplete)
      return notifySuccess(
        isFiltered
          ? t('Clear the filter to move options.')
          : t('These options are sorted by themselves. Change the order under Details to move them.'),
      );
    if (bottom >= rows.length || bottom + by >= rows.length) return;
    setOrder(moveRange(rows, top, bottom, by).map(({ code }) => code));
  };
  const sortByLabel = () => {
    const collator = new Intl.Collator(locales[0]?.replace('_', '-'), { numeric: true });
    const labelOf = (row: OptionRow) => labelOfRow(row, locales);
    setOrder(
      rows.toSorted((one, other) => collator.compare(labelOf(one), labelOf(other))).map(({ code }) => code),
    );
  };

  const sheetRows = mayEdit && !isFiltered ? [...visibleRows, ADDING_ROW] : visibleRows;
  return (
    <div className="option-page">
      <OptionToolbar
        item={item}
        filter={filter}
        onFilter={setFilter}
        count={visibleRows.length}
        locales={locales}
        onSort={mayEdit && item.sort === 'MANUAL' && item.isComplete ? sortByLabel : undefined}
      />
      {sheetRows.length === 0 ? (
        <EmptyState title={t('Nothing found')} />
      ) : (
        <OptionSheet
          columns={columns}
          rows={sheetRows}
          scope={scope}
          mayEdit={mayEdit}
          onTexts={setTexts}
          onPaste={() => false}
          onMove={move}
          onKeep={(row, column) => {
            if (!row.conflicts.has(column)) return;
            const name = cellName(row.code, column as OptionColumn);
            form.change({ name, base: row.conflicts.get(column), value: form.draft[name]?.value });
          }}
          ticks={undefined}
          handle={handle}
        />
      )}
    </div>
  );
}

/** Returns the search of the grid for the products that have an option in any attribute; null if no attribute uses the set. */
function productsSearch({ usage }: OptionSet, code: string): object | null {
  const attributes = usage.types.find(({ type }) => type === 'Attribute')?.users ?? [];
  const [first, ...others] = attributes.map((attribute) => ({
    field: `attributes.${attribute.code}`,
    operator: 'in',
    value: code,
  }));
  if (first === undefined) return null;
  return { where: [others.length === 0 ? first : { any: [first, ...others] }] };
}

/** Returns the reasons why cells of the draft cannot be saved, by option and column. */
function useFaults({ item, form }: WorkProps<OptionSet>): ReadonlyMap<string, string> {
  const error = form.effects?.error ?? null;
  const { draft } = form;
  return useMemo(() => {
    if (!(error instanceof ApiError)) return new Map();
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
