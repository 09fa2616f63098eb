import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { loadScript } from '../../api/load-script.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { type CellBlock, toTsv } from '../../ui/sheet/clipboard.ts';
import type { LabelChange } from './label-cells.ts';
import type { LabelObject } from './label-object.ts';
import { labelRows } from './label-rows.ts';
import type { LabelSource } from './label-source.ts';
import { codesOfTable, type LabelTable, matchTable } from './match-table.ts';
import type { LabelEdits } from './use-label-edits.ts';

type ExportScript = typeof import('./export-labels.ts');

/** Returns what copies and saves all listed objects as a table, with the texts of the draft. */
export function useLabelExport(
  source: LabelSource,
  loadAll: () => Promise<readonly LabelObject[]>,
  locales: readonly string[],
  edits: LabelEdits,
) {
  const exporting = useMutation({
    mutationFn: async (write: (table: CellBlock, script: ExportScript) => unknown) => {
      const script = await loadScript(() => import('./export-labels.ts'));
      await write(script.labelTable(source.info, labelRows(await loadAll(), edits.draft), locales), script);
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
    download: () => exporting.mutate((table, { downloadCsv }) => downloadCsv(table, `${source.label}.csv`)),
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
  source: LabelSource,
  stage: (changes: readonly LabelChange[]) => { readonly staged: number; readonly forbidden: number },
): (table: LabelTable) => void {
  const pasting = useMutation({
    mutationFn: async (table: LabelTable) =>
      matchTable(table, source.info, await source.find(codesOfTable(table))),
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
