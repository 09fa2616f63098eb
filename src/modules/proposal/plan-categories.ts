import type { ModelItem } from '../catalogue/index.ts';
import type { Transform } from '../file-formats/index.ts';
import type { ProposalScope } from './proposal-scope.ts';
import { optionsIn, type ProposedColumn } from './propose-columns.ts';
import { codeOf, freeCode, labelsIn } from './proposed-codes.ts';
import { splitPath } from './value-patterns.ts';

/** New categories, and the steps by which the columns that name them become codes. */
export interface PlannedCategories {
  readonly items: readonly ModelItem[];
  readonly transforms: ReadonlyMap<ProposedColumn, readonly Transform[]>;
}

/** Returns the root, and a category for each level of each path below it: `Furniture > Tables` gives two. */
export function planCategories(
  columns: readonly ProposedColumn[],
  { locales, root }: ProposalScope,
): PlannedCategories {
  const codes = new Set([root]);
  const codeByPath = new Map<string, string>();
  const items: ModelItem[] = [toItem(root, null, labelsIn(locales, ROOT_LABEL))];
  const leafOf = (cell: string): string => {
    let parent = root;
    let path = '';
    for (const level of splitPath(cell)) {
      path = `${path}\n${level}`;
      const stored = codeByPath.get(path);
      const code = stored ?? uniqueCode(level, parent === root ? '' : parent, codes);
      if (stored === undefined) {
        codes.add(code);
        codeByPath.set(path, code);
        items.push(toItem(code, parent, labelsIn(locales, level)));
      }
      parent = code;
    }
    return parent;
  };
  const transforms = new Map(
    columns.map((column) => {
      const { sample, separator } = column;
      const paths = separator === null ? sample.values : optionsIn(sample.values, separator);
      const values = Object.fromEntries(paths.map((path) => [path, leafOf(path)]));
      const split: Transform[] = separator === null ? [] : [{ split: { separator } }, 'trim'];
      return [column, [...split, { map: { values } }] as readonly Transform[]];
    }),
  );
  return { items, transforms };
}

const ROOT_LABEL = 'Catalogue';

const toItem = (
  code: string,
  parent: string | null,
  labels: Readonly<Record<string, string>>,
): ModelItem => ({
  kind: 'category',
  patch: { code, labels, ...(parent !== null && { parent }) },
  path: ['proposal', 'category', code],
});

/** Returns a code for a label that no other category has, with that of the parent before it if need be. */
function uniqueCode(label: string, parent: string, codes: ReadonlySet<string>): string {
  const own = codeOf(label, 'category');
  return codes.has(own) && parent !== ''
    ? freeCode(codeOf(`${parent} ${own}`, own), codes)
    : freeCode(own, codes);
}
