import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { inPageOrder } from '../../../api/label-locale.ts';
import { useMayChange } from '../../../api/workspace.ts';
import type { ModelChanges } from '../../../catalogue/model/apply-model.ts';
import { useDraftSteps } from '../../../catalogue/model/changes/use-draft-steps.ts';
import { usePlannedChange } from '../../../catalogue/model/changes/use-planned-change.ts';
import { EffectPanel } from '../../../catalogue/model/effects/effect-panel.tsx';
import { useChannelChoices } from '../../../catalogue/model/fields/choices.ts';
import { enabledLocalesQuery } from '../../../catalogue/model/fields/enabled-objects.ts';
import {
  useAttributeSetChoices,
  useEntityTypeChoices,
  useGroupChoices,
  useOptionSetChoices,
} from '../../../catalogue/model/fields/object-choices.ts';
import { pasteColumns } from '../../../catalogue/model/paste/paste-columns.ts';
import { pastedTable } from '../../../catalogue/model/use-draft.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import { t } from '../../../i18n/translate.ts';
import { QueryResult } from '../../../ui/messages/states.tsx';
import type { SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { tableModelQuery } from './paste-documents.ts';
import { readTable } from './read-table.ts';
import { columnOfField, tableChanges } from './table-changes.ts';
import { pasteColumnsOf, tableColumns } from './table-columns.ts';
import type { TableModel, TableRow } from './table-model.ts';
import { TableSheet, type TextChange } from './table-sheet.tsx';

/** Creates attributes of a table that is pasted from a spreadsheet: one request, after its effects are shown. */
export function PasteAttributes({ onClose }: { readonly onClose: () => void }) {
  const attributes = useQuery(tableModelQuery);
  const enabled = useQuery(enabledLocalesQuery);
  return (
    <QueryResult query={enabled} what={t('locales')}>
      {(locales) => (
        <QueryResult query={attributes} what={t('attributes')}>
          {(loaded) => <PasteTable loaded={loaded} enabled={locales} onClose={onClose} />}
        </QueryResult>
      )}
    </QueryResult>
  );
}

/** Objects that a pasted table is compared with. */
interface LoadedModel {
  readonly loaded: Pick<TableModel, 'attributes' | 'families'>;
  readonly enabled: readonly { readonly code: string }[];
}

/** Returns the model that a pasted table is compared with; it stays the same until one of its objects changes. */
function useTableModel({ loaded, enabled }: LoadedModel): TableModel {
  const groups = useGroupChoices();
  const sets = useAttributeSetChoices();
  const optionSets = useOptionSetChoices();
  const entityTypes = useEntityTypeChoices();
  const channels = useChannelChoices();
  return useMemo(() => {
    const locales = inPageOrder(enabled.map(({ code }) => code));
    return { ...loaded, locales, groups, sets, optionSets, entityTypes, channels };
  }, [loaded, enabled, groups, sets, optionSets, entityTypes, channels]);
}

const NO_CHANGES: ModelChanges = {};

function PasteTable({ onClose, ...loadedModel }: LoadedModel & { readonly onClose: () => void }) {
  const model = useTableModel(loadedModel);
  const { locales } = model;
  const mayEdit = useMayChange()('ATTRIBUTE');
  const locale = locales[0] ?? '';
  const columns = useMemo(() => tableColumns(locales), [locales]);
  const { rows, setRows, stepBack } = useTableRows();
  const handle = useRef<SheetHandle>(null);
  useEffect(() => handle.current?.focus(), []);
  const reads = useMemo(() => readTable(rows, model), [rows, model]);
  const written = reads.filter(({ kind }) => kind !== 'empty');
  const faults = written.reduce((sum, { faults: ofRow }) => sum + ofRow.size, 0);
  const isReady = mayEdit && written.length > 0 && faults === 0;
  const input = useMemo(
    () => (isReady ? tableChanges(reads, locale, model.optionSets) : NO_CHANGES),
    [isReady, reads, locale, model.optionSets],
  );
  const { effects, error, isSaving, save } = usePlannedChange({
    input,
    countsEffects: isReady,
    message: t('{count, plural, one {# attribute} other {# attributes}} saved.', { count: written.length }),
    onSaved: () => {
      setRows([]);
      onClose();
    },
  });
  const { undo, redo } = useUndo();
  useUndoShortcuts({
    undo: () => void (stepBack() || undo()),
    redo: () => void redo(),
    save: () => {
      if (isReady && !isSaving) save();
    },
  });
  const refusal = error ?? effects?.error ?? null;
  const rejections = useMemo(() => rejectionsOf(refusal, reads, locale), [refusal, reads, locale]);
  const change = (changes: readonly TextChange[]) => {
    if (!mayEdit) return;
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
        rejections={rejections}
        locale={locale}
        mayEdit={mayEdit}
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
        {mayEdit ? null : (
          <span className="staging-refused" role="status">
            {t('You may no longer edit. What you typed is kept here.')}
          </span>
        )}
        <EffectPanel query={effects} error={error} />
        <span className="row staging-actions">
          {faults === 0 ? null : (
            <Button size="xs" variant="default" onClick={() => handle.current?.toRefused()}>
              {t('{count, plural, one {# cell} other {# cells}} to correct', { count: faults })}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            disabled={rows.length === 0 || isSaving}
            onClick={() => setRows([])}
          >
            {t('Discard')}
          </Button>
          <Button
            size="xs"
            disabled={!isReady || effects?.isError === true}
            loading={isSaving}
            onClick={save}
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
  const { draft, change, stepBack } = useDraftSteps(pastedTable('ATTRIBUTE'));
  const value = draft[ROWS]?.value;
  return {
    rows: Array.isArray(value) ? (value as readonly TableRow[]) : NO_ROWS,
    setRows: (rows: readonly TableRow[]) => {
      const isEmpty = rows.every((row) => Object.values(row).every((text) => text.trim() === ''));
      change(() => (isEmpty ? {} : { [ROWS]: { base: null, value: rows } }));
    },
    stepBack,
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
