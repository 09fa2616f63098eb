import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../../../api/api-error.ts';
import { labelLocale } from '../../../../api/label-locale.ts';
import { unwrapPayload } from '../../../../api/problem.ts';
import { request } from '../../../../api/request.ts';
import type { GridSchema } from '../../../../catalogue/columns/column-documents.ts';
import { type GridColumn, resolveColumn } from '../../../../catalogue/columns/grid-column.ts';
import { getDecimalSeparator } from '../../../../catalogue/values/parse-number.ts';
import { localeTag, t } from '../../../../i18n/translate.ts';
import { translatableAttributes } from '../../bulk/translatable-attributes.ts';
import { exportColumns } from './export-columns.ts';
import { EXPORT_PROFILES, type ExportFormat, RUN_EXPORT } from './export-documents.ts';

/** Content of an export: the products of a filter, and the columns of the grid. */
export interface ExportRequest {
  readonly filter: object;
  readonly count: number;
  readonly columns: readonly GridColumn[];
  /** Locales whose texts are exported in place of the columns of the grid. */
  readonly textLocales?: readonly string[];
  readonly model: GridSchema;
  readonly page: { readonly channel: string; readonly locale: string };
}

/** Settings by which the file is written. */
export interface ExportOptions {
  readonly format: ExportFormat;
  /** Columns of the grid, or all that the products have. */
  readonly columns: 'shown' | 'all';
  /** True if variants also contain the values of their models. */
  readonly includeInherited: boolean;
  /** Labels in place of codes, for people. */
  readonly hasLabels: boolean;
}

const STORAGE_KEY = 'catalograph-export';

/** Returns the last choice. */
export function readLastOptions(): ExportOptions {
  const [format, columns, inherited, labels] = (localStorage.getItem(STORAGE_KEY) ?? '').split(' ');
  return {
    format: format === 'XLSX' ? 'XLSX' : 'CSV',
    columns: columns === 'all' ? 'all' : 'shown',
    includeInherited: inherited === 'true',
    hasLabels: labels === 'true',
  };
}

/** Starts the job that writes the file. It names its columns as imports do, whatever the mapping of the profile. */
async function startExport(exported: ExportRequest, choice: ExportOptions): Promise<string> {
  const { filter, model, page, textLocales } = exported;
  const gridColumns = textLocales === undefined ? exported.columns : textColumns(model, page, textLocales);
  const { format, includeInherited, hasLabels } = choice;
  const { importExportProfiles, attributeSets } = await request(EXPORT_PROFILES, {});
  const profiles = importExportProfiles.nodes.filter(
    ({ direction, resource }) => direction !== 'IMPORT' && resource === 'PRODUCTS',
  );
  const isBuiltIn = ({ code }: { readonly code: string }) => code === `products_${format.toLowerCase()}`;
  const profile = profiles.find(isBuiltIn) ?? profiles.find((one) => one.format === format) ?? profiles.at(0);
  if (profile === undefined)
    throw new ApiError(
      'not-found',
      t('An export profile for products is missing. Ask an owner or admin to create one.'),
    );
  // Attributes of the labels of products, which the grid shows without a column.
  const names = attributeSets.nodes
    .flatMap(({ attributeAsLabel }) => attributeAsLabel?.code ?? [])
    .filter((code) => !gridColumns.some(({ address }) => address.code === code));
  const labelColumns = [...new Set(names)].flatMap((code) => resolveColumn({ code }, model, page) ?? []);
  const exportedNames = exportColumns([...labelColumns, ...gridColumns]);
  const [sku = '', ...others] = exportedNames;
  // Variants have no name of their own.
  const columnNames = hasLabels ? [sku, '_label', ...others] : [...exportedNames];
  const columns = choice.columns === 'shown' ? columnNames : null;
  const options = profile.format === 'CSV' ? { options: forExcel() } : {};
  const labels = hasLabels ? { labelLocale: labelLocale() ?? page.locale, ...options } : {};
  const input = { filter, format, columns, mapping: [], includeInherited, ...labels };
  return unwrapPayload((await request(RUN_EXPORT, { code: profile.code, input })).runProfile).job.id;
}

/** Returns the columns of the texts of products in some locales, those of an attribute beside each other. */
const textColumns = (
  model: GridSchema,
  page: ExportRequest['page'],
  locales: readonly string[],
): readonly GridColumn[] =>
  translatableAttributes(model).flatMap(({ code }) =>
    locales.flatMap((locale) => resolveColumn({ code, locale }, model, page) ?? []),
  );

/**
 * Returns the options for Excel, which reads umlauts of text only behind a byte order mark, and numbers and columns as
 * its language writes them.
 */
function forExcel() {
  const decimalSeparator = getDecimalSeparator(localeTag) === ',' ? ',' : '.';
  return { withBom: true, decimalSeparator, delimiter: decimalSeparator === ',' ? ';' : ',' };
}

/** Runs an export of the content of the grid: first its choices, then its progress and file. */
export function useExport(exported: ExportRequest | null) {
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: ({ what, choice }: { readonly what: ExportRequest; readonly choice: ExportOptions }) =>
      startExport(what, choice),
  });
  return {
    isStarting: isPending,
    jobId: data ?? null,
    error,
    start: (choice: ExportOptions) => {
      const { format, columns, includeInherited, hasLabels } = choice;
      localStorage.setItem(STORAGE_KEY, [format, columns, includeInherited, hasLabels].join(' '));
      if (exported !== null) mutate({ what: exported, choice });
    },
    /** Returns to the choice. */
    again: reset,
  };
}

export type Export = ReturnType<typeof useExport>;
