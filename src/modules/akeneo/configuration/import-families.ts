import { foldKey } from '../../../kernel/codes.ts';
import { canonicalJson, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { lockStructure } from '../../../platform/resource/structure-revision.ts';
import type { ResourceItemResult } from '../../../platform/resource/write-resources.ts';
import { upsertAttributeSets } from '../../attribute-set/index.ts';
import type { CatalogueStructure, LayoutStructure } from '../../structure/index.ts';
import type { MappedLayout } from '../map/map-family-variants.ts';
import type { CsvTable } from '../read/csv-file.ts';
import type { Mapping } from '../read/table-rows.ts';
import { importNote } from '../report/import-note.ts';
import { countRow, type MutableReport } from '../report/import-report.ts';
import type { FolderPhase } from '../run/folder-run.ts';
import { type LocateProblem, needsStep, notesOfRejection, reportMapping } from '../run/import-resource.ts';

export interface LayoutImport {
  readonly table: CsvTable;
  readonly mapping: Mapping<MappedLayout>;
  /** The sets of the catalogue. */
  readonly sets: CatalogueStructure['sets'];
}

/** The layouts of one set that are to be written. */
interface SetLayouts {
  readonly set: string;
  readonly layouts: readonly MappedLayout[];
  /** Layouts of the catalogue, which stay unless the file has them, too. */
  readonly before: ReadonlyMap<string, LayoutStructure>;
}

/**
 * Writes variant layouts into their sets, which have to be there, step by step. Layouts of the catalogue that the file
 * does not name are kept.
 */
export function layoutPhase(
  { table, mapping, sets: attributeSets }: LayoutImport,
  batchRows: number,
): FolderPhase {
  const { sets, unplaced } = bySet(mapping.items, attributeSets);
  const total = mapping.items.length;
  return {
    async step({ done: start }) {
      const chunk = sets.slice(start, start + batchRows);
      if (chunk.length === 0 && !(start === 0 && needsStep(table, mapping))) return null;
      return {
        lock: lockStructure,
        async write(context, draft) {
          if (start === 0) {
            reportMapping('familyVariants', table, mapping, draft);
            noteMissingFamilies(table, unplaced, draft);
          }
          if (chunk.length > 0) await writeSets(context, table, chunk, draft);
          const next = start + chunk.length;
          const isOver = next >= sets.length;
          const done = sets
            .slice(0, next)
            .reduce((sum, { layouts }) => sum + layouts.length, unplaced.length);
          return { position: isOver ? null : { done: next }, done, total };
        },
      };
    },
  };
}

async function writeSets(
  context: WriteContext,
  table: CsvTable,
  chunk: readonly SetLayouts[],
  draft: MutableReport,
): Promise<void> {
  const { results } = await upsertAttributeSets.handler(context, {
    items: chunk.map((set) => ({ patch: { code: set.set, variantLayouts: joined(set) } })),
    mode: 'update',
    errorPolicy: 'reject_failed',
  });
  for (const [index, set] of chunk.entries()) countLayouts(table, set, results[index], draft);
}

/** Groups the layouts by their set, apart from those whose set does not exist. */
function bySet(
  items: readonly MappedLayout[],
  sets: CatalogueStructure['sets'],
): { readonly sets: SetLayouts[]; readonly unplaced: readonly MappedLayout[] } {
  const grouped = Map.groupBy(
    items.filter(({ set }) => sets.has(foldKey(set))),
    ({ set }) => foldKey(set),
  );
  return {
    sets: [...grouped].map(([key, layouts]) => {
      const set = sets.get(key);
      return { set: set?.document.code ?? key, layouts, before: set?.layouts ?? new Map() };
    }),
    unplaced: items.filter(({ set }) => !sets.has(foldKey(set))),
  };
}

function noteMissingFamilies(
  table: CsvTable,
  layouts: readonly MappedLayout[],
  { counters, notes }: MutableReport,
): void {
  for (const { set, code, row } of layouts) {
    const message = localized('akeneo-family-missing', { family: set, code });
    const details = { row, column: 'family', value: set };
    notes.push(importNote('error', table.name, 'reference-not-found', message, details));
    countRow(counters.familyVariants, 'failed');
  }
}

/** Returns the layouts of the catalogue in their order, then new ones; the file's form wins. */
function joined({ layouts, before }: SetLayouts): JsonValue[] {
  const ofFile = new Map(layouts.map(({ code, layout }) => [foldKey(code), layout] as const));
  const mergedLayouts = [...before].map(([key, layout]) => ofFile.get(key) ?? asJson(layout));
  const added = layouts.filter(({ code }) => !before.has(foldKey(code))).map(({ layout }) => layout);
  return [...mergedLayouts, ...added];
}

function countLayouts(
  table: CsvTable,
  set: SetLayouts,
  result: ResourceItemResult | undefined,
  { counters, notes }: MutableReport,
): void {
  for (const layout of set.layouts) countRow(counters.familyVariants, outcomeOf(layout, set, result));
  if (result?.outcome !== 'failed') return;
  const order = joined(set);
  const locate: LocateProblem = (problem) => {
    const path = problem?.path ?? [];
    const written = order[Number(path[1])];
    const source = set.layouts.find(({ layout }) => layout === written) ?? set.layouts[0];
    return { row: source?.row ?? null, column: columnAt(path) };
  };
  notes.push(...notesOfRejection(result.refusal, table.name, locate));
}

/** The set is written as a whole; the outcome of each layout follows from comparing it with the previous state. */
function outcomeOf(
  { code, layout }: MappedLayout,
  { before }: SetLayouts,
  result: ResourceItemResult | undefined,
): 'created' | 'updated' | 'unchanged' | 'failed' {
  if (result === undefined || result.outcome === 'failed') return 'failed';
  const old = before.get(foldKey(code));
  if (old === undefined) return 'created';
  const same = result.outcome === 'unchanged' || canonicalJson(asJson(old)) === canonicalJson(layout);
  return same ? 'unchanged' : 'updated';
}

/** `["variantLayouts", "0", "levels", "1", "axes", "0"]` stands in `variant-axes_2`. */
function columnAt([, , field, level, part]: readonly string[]): string | null {
  if (field !== 'levels') return field ?? 'family';
  return `variant-${part === 'attributes' ? 'attributes' : 'axes'}_${Number(level ?? 0) + 1}`;
}

const asJson = (layout: LayoutStructure) => JSON.parse(JSON.stringify(layout)) as JsonValue;
