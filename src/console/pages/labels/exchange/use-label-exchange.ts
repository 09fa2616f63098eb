import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../api/api-error.ts';
import { loadScript } from '../../../api/load-script.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { type CellBlock, toTsv } from '../../../ui/sheet/clipboard.ts';
import type { LabelChange } from '../draft/label-cells.ts';
import type { LabelEdits } from '../draft/use-label-edits.ts';
import { findLabels, type LabelFilter, loadAllLabels } from '../label-documents.ts';
import { labelRows } from '../sheet/label-rows.ts';
import { codesOfTable, type LabelTable, matchTable } from './match-table.ts';

type ExportScript = typeof import('./export-labels.ts');

/** Returns what copies and saves all objects of a filter as a table, with the labels of the draft. */
export function useLabelExport(filter: LabelFilter, locales: readonly string[], edits: LabelEdits) {
  const exporting = useMutation({
    mutationFn: async (write: (table: CellBlock, script: ExportScript) => unknown) => {
      const script = await loadScript(() => import('./export-labels.ts'));
      await write(script.labelTable(labelRows(await loadAllLabels(filter), edits.draft), locales), script);
    },
    onError: notifyError,
  });
  return {
    isExporting: exporting.isPending,
    copy: () =>
      exporting.mutate(async (table) => {
        await navigator.clipboard.writeText(toTsv(table));
        const count = table.length - 1;
        notifySuccess(t('{count, plural, one {# row} other {# rows}} copied.', { count }));
      }),
    download: () => exporting.mutate((table, { downloadCsv }) => downloadCsv(table, `${t('labels')}.csv`)),
  };
}

/** Number of codes that a message names. */
const NAMED = 5;

/**
 * Returns what stages the labels of a pasted table whose rows name their objects by code.
 *
 * @param stage returns the number of labels that change, and of those that the role of the person cannot change
 */
export function useTablePaste(
  stage: (changes: readonly LabelChange[]) => { readonly staged: number; readonly forbidden: number },
): (table: LabelTable) => void {
  const pasting = useMutation({
    mutationFn: async (table: LabelTable) => matchTable(table, await findLabels(codesOfTable(table))),
    onError: notifyError,
    onSuccess: ({ changes, unmatched }) => {
      const { staged, forbidden } = stage(changes);
      notifySuccess(t('{count, plural, one {# label} other {# labels}} pasted.', { count: staged }));
      if (forbidden > 0)
        notifyError(
          new ApiError(
            'role-forbidden',
            t('{count, plural, one {# label} other {# labels}} ignored: your role cannot change them.', {
              count: forbidden,
            }),
          ),
        );
      if (unmatched.length > 0) notifyError(unmatchedError(unmatched));
    },
  });
  return pasting.mutate;
}

function unmatchedError(paths: readonly string[]): ApiError {
  const codes = paths.slice(0, NAMED).join(', ');
  return new ApiError(
    'not-found',
    t('{count, plural, one {# row} other {# rows}} ignored: no object, or several, have the code. {codes}', {
      count: paths.length,
      codes: paths.length > NAMED ? `${codes} …` : codes,
    }),
  );
}
