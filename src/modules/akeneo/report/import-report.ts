import type { ImportNote } from './import-note.ts';

/** Resources of an Akeneo folder, in the order in which they are imported. */
export const IMPORTED_RESOURCES = [
  'locales',
  'currencies',
  'categories',
  'groupTypes',
  'groups',
  'channels',
  'attributeGroups',
  'optionSets',
  'options',
  'attributes',
  'families',
  'familyVariants',
  'associationTypes',
  'productModels',
  'products',
] as const;
export type ImportedResource = (typeof IMPORTED_RESOURCES)[number];

/** `total` is the sum of the others: every row read is counted once. */
export interface ResourceCounters {
  /** Rows read; of option sets, select attributes. */
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  /** Left out as documented, e.g. the row of the identifier attribute. */
  skipped: number;
}

/** Filled columns of values, files and links not counted; a unit is a column of its own. */
export interface CellCounters {
  /** The sum of the others. */
  total: number;
  /** Stored, now or before. */
  written: number;
  /** Equal to the value of the model above, which is where it stays. */
  inherited: number;
  /** Number of rows that are not in the catalogue; notes contain the reasons. */
  skipped: number;
}

/** Cells that name images and other files. */
export interface FileCounters {
  /** The sum of `linked`, `missing` and `skipped`. */
  total: number;
  /** The file is there, and the product shows it: by itself or by the model above. */
  linked: number;
  /** The folder has no such file. */
  missing: number;
  /** Number of entries that are not in the catalogue; notes contain the reasons. */
  skipped: number;
  /** Number of cells that repeat a cell of the model above, which keeps the value; included in the total. */
  inherited: number;
}

/** Links that the rows of products and models name, each once per row and type; those of unknown columns not counted. */
export interface LinkCounters {
  /** The sum of the others. */
  total: number;
  /** Number of entries that are in the catalogue, now or before. */
  set: number;
  /** Number of entries that are not in the catalogue; notes contain the reasons. */
  skipped: number;
}

/** Report of an import: counts of everything, and notes by row and column. */
export interface ImportReport {
  readonly counters: Readonly<Record<ImportedResource, Readonly<ResourceCounters>>>;
  readonly cells: Readonly<CellCounters>;
  readonly files: Readonly<FileCounters>;
  readonly links: Readonly<LinkCounters>;
  /** File by file in the order of the import, row by row. */
  readonly notes: readonly ImportNote[];
}

/** A report while it is being written. */
export interface MutableReport {
  readonly counters: Record<ImportedResource, ResourceCounters>;
  readonly cells: CellCounters;
  readonly files: FileCounters;
  readonly links: LinkCounters;
  readonly notes: ImportNote[];
}

export function startReport(): MutableReport {
  const none = () => ({ total: 0, created: 0, updated: 0, unchanged: 0, failed: 0, skipped: 0 });
  const counters = Object.fromEntries(IMPORTED_RESOURCES.map((resource) => [resource, none()]));
  return {
    counters: counters as Record<ImportedResource, ResourceCounters>,
    cells: { total: 0, written: 0, inherited: 0, skipped: 0 },
    files: { total: 0, linked: 0, missing: 0, skipped: 0, inherited: 0 },
    links: { total: 0, set: 0, skipped: 0 },
    notes: [],
  };
}

/** Counts one row. */
export function countRow(
  counters: ResourceCounters,
  outcome: 'created' | 'updated' | 'unchanged' | 'failed' | 'skipped',
  rows = 1,
): void {
  counters.total += rows;
  counters[outcome] += rows;
}

/** Adds notes one by one: a call with all of them as arguments could exceed the stack. */
export function addNotes(report: MutableReport, ...lists: readonly (readonly ImportNote[])[]): void {
  for (const list of lists) for (const note of list) report.notes.push(note);
}
