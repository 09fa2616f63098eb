import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { inPageOrder } from '../../api/label-locale.ts';
import { useMayChange } from '../../api/workspace.ts';
import { enabledLocalesQuery } from '../../catalogue/model/fields/enabled-objects.ts';
import { useConfigAddress } from '../../catalogue/model/use-config-address.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { notifyError } from '../../ui/messages/notifications.ts';
import { EmptyState, ErrorAlert, Loading, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import type { CellText } from '../../ui/sheet/paste-and-fill.ts';
import type { SheetHandle } from '../../ui/sheet/sheet-types.ts';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import { isNewLabel, type LabelChange } from './draft/label-cells.ts';
import { useLabelEdits } from './draft/use-label-edits.ts';
import { readTable } from './exchange/match-table.ts';
import { useLabelExport, useTablePaste } from './exchange/use-label-exchange.ts';
import type { LabelObject } from './label-documents.ts';
import { isLocaleColumn, labelColumns } from './sheet/label-columns.tsx';
import { type LabelRow, labelRows } from './sheet/label-rows.ts';
import { LabelSheet } from './sheet/label-sheet.tsx';
import { LabelToolbar } from './sheet/label-toolbar.tsx';
import { filterOf, useLabelList } from './use-label-list.ts';

// The sheet is shown without it.
const LabelBar = lazyComponent(async () => (await import('./draft/label-bar.tsx')).LabelBar, null);

/** Lists the labels of all objects of the model, and edits them in a sheet with a column for each locale. */
export function LabelsPage() {
  const query = useQuery(enabledLocalesQuery);
  return (
    <Page title={t('Labels')} isWide>
      <QueryResult query={query} what={t('locales')}>
        {(enabled) => <LabelsInLocales enabled={enabled} />}
      </QueryResult>
    </Page>
  );
}

const NO_OBJECTS: readonly LabelObject[] = [];

function LabelsInLocales({ enabled }: { readonly enabled: readonly { readonly code: string }[] }) {
  const locales = useMemo(() => inPageOrder(enabled.map(({ code }) => code)), [enabled]);
  const columns = useMemo(() => labelColumns(locales, matchMedia('(max-width: 48em)').matches), [locales]);
  const { search, setSearch } = useConfigAddress('/model/labels');
  const filter = filterOf(search, locales);
  const { list, count, summary } = useLabelList(filter);
  const edits = useLabelEdits(list.items ?? NO_OBJECTS);
  const mayChange = useMayChange();
  const handle = useRef<SheetHandle>(null);
  const exporting = useLabelExport(filter, locales, edits);
  const stage = (changes: readonly LabelChange[]) => {
    const different = changes.filter((change) => isNewLabel(edits.draft, change));
    const allowed = different.filter(({ object }) => mayChange(object.kind));
    edits.stage(allowed);
    return { staged: allowed.length, forbidden: different.length - allowed.length };
  };
  const pasteTable = useTablePaste(stage);
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
      <Loading what={t('labels')} />
    ) : (
      <ErrorAlert error={list.error} onRetry={list.refetch} />
    );
  return (
    <div className="sheet-page">
      <LabelToolbar
        search={search}
        onSearch={setSearch}
        summary={summary}
        locales={locales}
        count={count}
        isExporting={exporting.isExporting}
        onCopy={exporting.copy}
        onDownload={exporting.download}
      />
      {rows.length === 0 ? (
        <EmptyState title={search.missing === undefined ? t('Nothing found') : t('No label is missing')} />
      ) : (
        <LabelSheet
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
            const table = readTable(block, keys, at.column);
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
