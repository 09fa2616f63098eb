import { foldKey } from '../../../kernel/codes.ts';
import type { CatalogueStructure, LayoutStructure } from '../../structure/index.ts';
import type { CsvTable } from '../read/csv-file.ts';

/** A variant layout of the catalogue. */
export interface ExistingLayout {
  readonly code: string;
  /** Code of the attribute set it belongs to. */
  readonly set: string;
  /** Level of the attributes below the root, by folded code; those that are not named belong to the root. */
  readonly levels: ReadonlyMap<string, number>;
}

/** Layouts by their folded code, which Akeneo uses once per catalogue. */
export type ExistingLayouts = ReadonlyMap<string, ExistingLayout>;

/**
 * Returns the layouts of the catalogue; of two sets with a layout of the same code, the one that the file names counts.
 */
export function indexLayouts(
  { sets }: Pick<CatalogueStructure, 'sets'>,
  familyVariants: CsvTable,
): ExistingLayouts {
  const layouts = new Map<string, ExistingLayout>();
  for (const { document, layouts: ofSet } of sets.values()) {
    for (const [key, layout] of ofSet) {
      layouts.set(key, { code: layout.code, set: document.code, levels: levelsOf(layout) });
    }
  }
  for (const row of familyVariants.rows) {
    const key = foldKey(row.get('code'));
    const set = sets.get(foldKey(row.get('family')));
    const layout = set?.layouts.get(key);
    if (set === undefined || layout === undefined) continue;
    layouts.set(key, { code: layout.code, set: set.document.code, levels: levelsOf(layout) });
  }
  return layouts;
}

function levelsOf({ levels }: LayoutStructure): ReadonlyMap<string, number> {
  return new Map(
    levels.flatMap(({ axes, attributes }, index) =>
      [...axes, ...attributes].map((code) => [foldKey(code), index + 1] as const),
    ),
  );
}
