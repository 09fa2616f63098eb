import { type ReactNode, useMemo, useRef } from 'react';
import type { PagedList } from '../../api/use-list.ts';
import { useMayChange } from '../../api/workspace.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { notifyError } from '../../ui/messages/notifications.ts';
import { ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import type { CellText } from '../../ui/sheet/paste-and-fill.ts';
import type { SheetHandle } from '../../ui/sheet/sheet-types.ts';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import { isNewLabel, type LabelChange } from './label-cells.ts';
import { isLocaleColumn, labelColumns } from './label-columns.ts';
import type { LabelObject } from './label-object.ts';
import { type LabelRow, labelRows } from './label-rows.ts';
import { LabelSheet } from './label-sheet.tsx';
import type { LabelSource } from './label-source.ts';
import { readTable } from './match-table.ts';
import { useLabelEdits } from './use-label-edits.ts';
import { useLabelExport, useTablePaste } from './use-label-exchange.ts';

// The sheet is shown without it.
const LabelBar = lazyComponent(async () => (await import('./label-bar.tsx')).LabelBar, null);

const NO_OBJECTS: readonly LabelObject[] = [];

/** Lists objects in a sheet with a column for each locale, and edits their texts. */
export function LabelEditor(props: {
  readonly source: LabelSource;
  readonly locales: readonly string[];
  readonly list: PagedList<LabelObject>;
  /** Number of listed objects; undefined until they are counted. */
  readonly count: number | undefined;
  readonly loadAll: () => Promise<readonly LabelObject[]>;
  readonly toolbar: (exporting: ReturnType<typeof useLabelExport>) => ReactNode;
  /** Shown in place of an empty sheet. */
  readonly empty: ReactNode;
}) {
  const { source, locales, list, count } = props;
  const columns = useMemo(
    () => labelColumns(source, locales, matchMedia('(max-width: 48em)').matches),
    [source, locales],
  );
  const edits = useLabelEdits(source, list.items ?? NO_OBJECTS);
  const mayChange = useMayChange();
  const handle = useRef<SheetHandle>(null);
  const exporting = useLabelExport(source, props.loadAll, locales, edits);
  const stage = (changes: readonly LabelChange[]) => {
    const different = changes.filter((change) => isNewLabel(edits.draft, change));
    const allowed = different.filter(({ object }) => mayChange(object.kind));
    edits.stage(allowed);
    return { staged: allowed.length, forbidden: different.length - allowed.length };
  };
  const pasteTable = useTablePaste(source, stage);
  usePageShortcuts(
    { search: () => document.querySelector<HTMLElement>('.config-toolbar input')?.focus() },
    actionOf,
  );
  const rows = labelRows(list.items ?? NO_OBJECTS, edits.draft, edits.storedObject);
  const stageCells = (some: readonly LabelRow[], cells: readonly CellText[]) =>
    stage(
      cells.flatMap(({ row, column, text }) => {
        const object = some[row]?.object;
        const locale = columns[column]?.key ?? '';
        return object === undefined || !isLocaleColumn(locale) ? [] : [{ object, locale, text }];
      }),
    );
  if (list.items === undefined)
    return list.error === null ? (
      <Loading what={source.label} shape="sheet" />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  return (
    <div className="sheet-page">
      {props.toolbar(exporting)}
      {rows.length === 0 ? (
        props.empty
      ) : (
        <LabelSheet
          source={source}
          columns={columns}
          rows={rows}
          count={Math.max(count ?? 0, rows.length)}
          locales={locales}
          faults={edits.faults}
          mayEdit={({ object }) => mayChange(object.kind)}
          onText={({ object }, locale, text) => stage([{ object, locale, text }])}
          onTexts={(cells) => {
            const last = cells.at(-1)?.row ?? 0;
            if (last < rows.length) return stageCells(rows, cells);
            list.upTo(last + 1).then((objects) => stageCells(labelRows(objects, {}), cells), notifyError);
          }}
          onPaste={(block, at) => {
            const keys = columns.map(({ key }) => key);
            const table = readTable(block, source.info, keys, at.column);
            if (table !== null) pasteTable(table);
            return table !== null;
          }}
          onKeep={({ cells }, locale) => {
            const cell = cells.get(locale);
            if (cell !== undefined) edits.keepMine([cell]);
          }}
          onEnd={list.more}
          handle={handle}
        />
      )}
      {edits.cells.length === 0 ? null : (
        <LabelBar edits={edits} onRefused={() => handle.current?.toRefused()} />
      )}
    </div>
  );
}

const FIELD = 'input, textarea, select, [contenteditable="true"]';

function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent): 'search' | null {
  const isTyping = target instanceof Element && target.closest(FIELD) !== null;
  return key === '/' && !isTyping && !ctrlKey && !metaKey && hasLetterShortcuts() ? 'search' : null;
}
