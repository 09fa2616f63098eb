import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../../api/failure.ts';
import { settled } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../language/t.ts';
import type { GridColumn } from '../columns/grid-column.ts';
import { exportColumns } from './export-columns.ts';
import { EXPORT_PROFILES, type ExportFormat, RUN_EXPORT } from './export-documents.ts';

/** What is exported: the products of a filter, and the columns of the grid. */
export interface Exported {
  readonly filter: object;
  readonly columns: readonly GridColumn[];
}

/** How it is written. */
interface ExportChoice {
  readonly format: ExportFormat;
  /** Whether variants also contain the values of their models. */
  readonly includeInherited: boolean;
}

const STORED_AS = 'catalograph-export-format';
const INHERITED_AS = 'catalograph-export-inherited';
const lastChoice = (): ExportChoice => ({
  format: localStorage.getItem(STORED_AS) === 'XLSX' ? 'XLSX' : 'CSV',
  includeInherited: localStorage.getItem(INHERITED_AS) === 'true',
});

/** Starts the job that writes the file. It names its columns as imports do, whatever the profile is mapped to. */
async function startExport(
  { filter, columns }: Exported,
  { format, includeInherited }: ExportChoice,
): Promise<string> {
  const { importExportProfiles } = await request(EXPORT_PROFILES, {});
  const profiles = importExportProfiles.nodes.filter(
    ({ direction, resource }) => direction !== 'IMPORT' && resource === 'PRODUCTS',
  );
  const isBuiltIn = ({ code }: { readonly code: string }) => code === `products_${format.toLowerCase()}`;
  const profile = profiles.find(isBuiltIn) ?? profiles.find((one) => one.format === format) ?? profiles.at(0);
  if (profile === undefined)
    throw new Failure('not-found', t('No export profile for products. Create one through the API first.'));
  const input = { filter, format, columns: [...exportColumns(columns)], mapping: [], includeInherited };
  return settled((await request(RUN_EXPORT, { code: profile.code, input })).runProfile).job.id;
}

/** An export of what the grid shows: one call starts it, as CSV or as what was chosen last. */
export function useExport() {
  const [exported, setExported] = useState<Exported | null>(null);
  const { mutate, reset, data, error } = useMutation({
    mutationFn: ({ what, choice: as }: { readonly what: Exported; readonly choice: ExportChoice }) =>
      startExport(what, as),
  });
  const [choice, setChoice] = useState(lastChoice);
  const start = (what: Exported, asked = lastChoice()) => {
    localStorage.setItem(STORED_AS, asked.format);
    localStorage.setItem(INHERITED_AS, String(asked.includeInherited));
    setExported(what);
    setChoice(asked);
    mutate({ what, choice: asked });
  };
  return {
    isOpen: exported !== null,
    choice,
    jobId: data ?? null,
    error,
    start: (what: Exported) => start(what),
    /** Writes the file again, in another way. */
    startAs: (change: Partial<ExportChoice>) => {
      if (exported !== null) start(exported, { ...choice, ...change });
    },
    close: () => {
      setExported(null);
      reset();
    },
  };
}

export type Export = ReturnType<typeof useExport>;
