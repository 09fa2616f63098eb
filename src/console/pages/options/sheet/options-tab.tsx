import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { inPageOrder } from '../../../api/label-locale.ts';
import type { WorkProps } from '../../../catalogue/model/config-page-types.ts';
import { enabledLocalesQuery } from '../../../catalogue/model/fields/enabled-objects.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import type { RowSelectionProps, SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { loadAllOptions, type OptionSet } from '../option-documents.ts';
import { filterRows, NO_FILTER } from './filter-rows.ts';
import { optionColumns } from './option-columns.ts';
import { ADDING_ROW, labelOfRow, type OptionRow, rowsOfDraft } from './option-rows.ts';
import { OptionSheet } from './option-sheet.tsx';
import { OptionToolbar } from './option-toolbar.tsx';
import { type MoveWay, SelectionActions } from './selection-actions.tsx';
import { useFaults, useOptionEdits } from './use-option-edits.ts';

const PasteForm = lazyComponent(async () => (await import('../paste/paste-form.tsx')).PasteForm);

/** Edits the options of a set in a sheet; what is typed waits until it is saved. */
export function OptionsTab(props: WorkProps<OptionSet>) {
  const query = useQuery(enabledLocalesQuery);
  return (
    <QueryResult query={query} what={t('locales')} shape="sheet">
      {(enabled) => <OptionsInLocales {...props} enabled={enabled} />}
    </QueryResult>
  );
}

function OptionsInLocales(
  props: WorkProps<OptionSet> & { readonly enabled: readonly { readonly code: string }[] },
) {
  const { item, form, mayEdit, enabled } = props;
  const locales = useMemo(() => inPageOrder(enabled.map(({ code }) => code)), [enabled]);
  const columns = useMemo(() => optionColumns(locales), [locales]);
  const rows = rowsOfDraft(item, form.draft, form.conflicts);
  const [filter, setFilter] = useState(NO_FILTER);
  const visibleRows = filterRows(rows, filter);
  const isFiltered = filter !== NO_FILTER && (filter.text !== '' || filter.show !== NO_FILTER.show);
  const faults = useFaults(props);
  const scope = useMemo(
    () => ({ locales, faults, productsOf: (code: string) => productsSearch(item, code) }),
    [locales, faults, item],
  );
  const handle = useRef<SheetHandle>(null);
  const edits = useOptionEdits(props, rows, locales, isFiltered);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NO_CODES);
  const tickedRows = rows.filter(({ code, stored }) => stored !== null && ticked.has(code));
  const [pasted, setPasted] = useState<{ readonly block: CellBlock; readonly from: number } | null>(null);
  const sheetRows = mayEdit && !isFiltered ? [...visibleRows, ADDING_ROW] : visibleRows;
  const loadAll = () => loadAllOptions(item);
  const hasDraft = Object.keys(form.draft).length > 0;
  useEffect(() => {
    if (hasDraft) loadAllOptions(item);
  }, [hasDraft, item]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the options are loaded before somebody does something with them
    <div className="sheet-page" onFocus={loadAll} onPointerEnter={loadAll}>
      <OptionToolbar
        item={item}
        filter={filter}
        onFilter={setFilter}
        count={visibleRows.length}
        locales={locales}
        onSort={mayEdit ? edits.sortByLabel : undefined}
      >
        {tickedRows.length === 0 ? null : (
          <SelectionActions
            optionSet={item.code}
            rows={tickedRows}
            scope={scope}
            hasDraft={hasDraft}
            onActive={(isActive) => edits.setActive(tickedRows, isActive)}
            onMove={
              edits.moveTo === undefined
                ? undefined
                : (way) => edits.moveTo?.(tickedRows, rowAfterMove(rows, tickedRows, way))
            }
            onDone={() => setTicked(NO_CODES)}
          />
        )}
      </OptionToolbar>
      {sheetRows.length === 0 ? (
        <EmptyState title={t('Nothing found')} area="search" />
      ) : (
        <OptionSheet
          columns={columns}
          rows={sheetRows}
          scope={scope}
          mayEdit={mayEdit}
          onTexts={edits.setTexts}
          onPaste={(block, at) => {
            const isTable = block.length > 1 || (block[0]?.length ?? 0) > 1;
            const isOfOptions = at.column === 0 || at.row + block.length > visibleRows.length;
            if (!isTable || !isOfOptions || !item.isComplete) return false;
            setPasted({ block, from: at.column });
            return true;
          }}
          onMove={edits.move}
          onDrop={
            edits.moveTo === undefined
              ? undefined
              : (index, before) => {
                  const row = rows[index];
                  if (row === undefined) return;
                  const moved = ticked.has(row.code) ? rows.filter(({ code }) => ticked.has(code)) : [row];
                  edits.moveTo?.(moved, rows[before]);
                }
          }
          onKeep={edits.keepMine}
          onEnd={loadAll}
          ticks={mayEdit ? ticksOf(visibleRows, ticked, setTicked, locales) : undefined}
          handle={handle}
        />
      )}
      <Dialog title={pasted === null ? null : t('Paste options')} size="xl" onClose={() => setPasted(null)}>
        {pasted === null ? null : (
          <PasteForm
            {...pasted}
            columns={columns}
            rows={rows}
            option={edits.option}
            onCancel={() => setPasted(null)}
            onAccept={(changes) => {
              edits.change(changes);
              setPasted(null);
              handle.current?.focus();
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

const NO_CODES: ReadonlySet<string> = new Set();

/** Returns the option before which others stand once they have moved; undefined for the end. */
function rowAfterMove(
  rows: readonly OptionRow[],
  moved: readonly OptionRow[],
  way: MoveWay,
): OptionRow | undefined {
  const indexes = moved.map((row) => rows.indexOf(row));
  switch (way) {
    case 'top':
      return rows[0];
    case 'up':
      return rows[Math.max(0, Math.min(...indexes) - 1)];
    case 'down':
      return rows[Math.max(...indexes) + 2];
    case 'bottom':
      return undefined;
  }
}

function ticksOf(
  visibleRows: readonly OptionRow[],
  ticked: ReadonlySet<string>,
  onTicked: (codes: ReadonlySet<string>) => void,
  locales: readonly string[],
): RowSelectionProps<OptionRow> {
  const count = visibleRows.filter(({ code }) => ticked.has(code)).length;
  return {
    isTicked: ({ code }) => ticked.has(code),
    labelOf: (row) => t('Select {name}', { name: labelOfRow(row, locales) || t('a new option') }),
    loaded: count === 0 ? 'none' : count === visibleRows.length ? 'all' : 'some',
    onTick: (some, isOn) => {
      const codes = new Set(ticked);
      for (const row of some) {
        if (row === ADDING_ROW) continue;
        if (isOn) codes.add(row.code);
        else codes.delete(row.code);
      }
      onTicked(codes);
    },
  };
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
