import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { matchesPageLanguage } from '../../../api/label-locale.ts';
import { usePlannedChange } from '../../../catalogue/model/changes/use-planned-change.ts';
import { EffectPanel } from '../../../catalogue/model/effects.tsx';
import { useChannelChoices } from '../../../catalogue/model/fields/choices.ts';
import { enabledLocalesQuery } from '../../../catalogue/model/fields/enabled-objects.ts';
import {
  useAttributeSetChoices,
  useEntityTypeChoices,
  useGroupChoices,
  useOptionSetChoices,
} from '../../../catalogue/model/fields/object-choices.ts';
import { pasteColumns } from '../../../catalogue/model/paste/paste-columns.ts';
import { useDraft } from '../../../catalogue/model/use-draft.ts';
import { t } from '../../../i18n/translate.ts';
import { ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { tableModelQuery } from './paste-documents.ts';
import { readTable } from './read-table.ts';
import { columnOfField, tableChanges } from './table-changes.ts';
import { pasteColumnsOf, tableColumns } from './table-columns.ts';
import type { TableModel, TableRow } from './table-model.ts';
import { TableSheet, type TextChange } from './table-sheet.tsx';

/** Maximum number of attributes that one request writes beside their options, groups and sets. */
const MAX_ROWS = 400;

/** Creates attributes of a table that is pasted from a spreadsheet: one request, after its effects are shown. */
export function PasteAttributes({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery(tableModelQuery);
  const enabled = useQuery(enabledLocalesQuery).data;
  const choices = {
    groups: useGroupChoices(),
    sets: useAttributeSetChoices(),
    optionSets: useOptionSetChoices(),
    entityTypes: useEntityTypeChoices(),
    channels: useChannelChoices(),
  };
  const locales = (enabled ?? [])
    .map(({ code }) => code)
    .toSorted((one, other) => Number(matchesPageLanguage(other)) - Number(matchesPageLanguage(one)));
  return (
    <QueryResult query={query} what={t('attributes')}>
      {(loaded) =>
        enabled === undefined ? null : (
          <PasteTable model={{ ...loaded, ...choices, locales }} onClose={onClose} />
        )
      }
    </QueryResult>
  );
}

function PasteTable({ model, onClose }: { readonly model: TableModel; readonly onClose: () => void }) {
  const { locales } = model;
  const locale = locales[0] ?? '';
  const columns = useMemo(() => tableColumns(locales), [locales]);
  const { rows, setRows } = useTableRows();
  const handle = useRef<SheetHandle>(null);
  useEffect(() => handle.current?.focus(), []);
  const reads = readTable(rows, model);
  const written = reads.filter(({ kind }) => kind !== 'empty');
  const faults = written.reduce((sum, { faults: ofRow }) => sum + ofRow.size, 0);
  const isReady = written.length > 0 && written.length <= MAX_ROWS && faults === 0;
  const { effects, saving } = usePlannedChange({
    input: isReady ? tableChanges(reads, locale) : {},
    countsEffects: isReady,
    message: t('{count, plural, one {# attribute} other {# attributes}} saved.', { count: written.length }),
    onSaved: () => {
      setRows([]);
      onClose();
    },
  });
  const error = saving.error ?? effects?.error ?? null;
  const change = (changes: readonly TextChange[]) => {
    const next: TableRow[] = [...rows];
    for (const { row, column, text } of changes) next[row] = { ...next[row], [column]: text };
    setRows(next);
  };
  const countOf = (kind: string) => written.filter((row) => row.kind === kind).length;
  return (
    <div className="sheet-page">
      <div className="toolbar config-toolbar">
        <span className="quiet">
          {t('Copy rows in a spreadsheet, with or without heads, and press Ctrl-V.')}
        </span>
        <span className="quiet option-count" role="status">
          {t('{added} new · {changed} changed', { added: countOf('new'), changed: countOf('changed') })}
        </span>
      </div>
      <TableSheet
        columns={columns}
        rows={rows}
        reads={reads}
        rejections={rejectionsOf(error, reads, locale)}
        locale={locale}
        onTexts={change}
        onPaste={(block, at) => {
          const isTable = block.length > 1 || (block[0]?.length ?? 0) > 1;
          const { keys, hasHeads } = isTable
            ? pasteColumns(block, pasteColumnsOf(locales), at.column)
            : { keys: [columns[at.column]?.key ?? null], hasHeads: false };
          const body = hasHeads ? block.slice(1) : block;
          change(
            body.flatMap((cells, index) =>
              keys.flatMap((column, position) =>
                column === null ? [] : [{ row: at.row + index, column, text: cells[position] ?? '' }],
              ),
            ),
          );
        }}
        handle={handle}
      />
      <section className="staging-bar work-bar" aria-label={t('Unsaved changes')}>
        {saving.error === null ? <EffectPanel query={effects} /> : <ErrorAlert error={saving.error} />}
        <span className="row staging-actions">
          {faults === 0 ? null : (
            <Button size="xs" variant="default" onClick={() => handle.current?.toRefused()}>
              {t('{count, plural, one {# cell} other {# cells}} to correct', { count: faults })}
            </Button>
          )}
          {written.length > MAX_ROWS ? (
            <span className="quiet">
              {t('Paste at most {count} attributes at a time.', { count: MAX_ROWS })}
            </span>
          ) : null}
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              setRows([]);
              onClose();
            }}
          >
            {t('Discard')}
          </Button>
          <Button
            size="xs"
            disabled={!isReady || effects?.isError === true}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t('Save')}
          </Button>
        </span>
      </section>
    </div>
  );
}

const ROWS = 'rows';

/** The pasted rows, which the browser stores until they are saved or discarded. */
function useTableRows() {
  const [draft, setDraft] = useDraft('ATTRIBUTE table');
  const value = draft[ROWS]?.value;
  return {
    rows: Array.isArray(value) ? (value as readonly TableRow[]) : NO_ROWS,
    setRows: (rows: readonly TableRow[]) => {
      const isEmpty = rows.every((row) => Object.values(row).every((text) => text.trim() === ''));
      setDraft(() => (isEmpty ? {} : { [ROWS]: { base: null, value: rows } }));
    },
  };
}

const NO_ROWS: readonly TableRow[] = [];

/** Returns the reasons of the server why cells cannot be saved, by row and column. */
function rejectionsOf(error: unknown, reads: ReturnType<typeof readTable>, locale: string) {
  const rejections = new Map<number, ReadonlyMap<string, string>>();
  if (!(error instanceof ApiError)) return rejections;
  const rows = reads.flatMap(({ kind }, index) => (kind === 'empty' ? [] : [index]));
  for (const { path, message } of error.faults) {
    const row = rows[Number(path[path.indexOf('attributes') + 1])];
    if (!path.includes('attributes') || row === undefined) continue;
    const column = columnOfField(path[path.indexOf('attributes') + 2], locale);
    rejections.set(row, new Map([...(rejections.get(row) ?? []), [column, message]]));
  }
  return rejections;
}
