import { t } from '../../i18n/translate.ts';
import type { TreeCommand } from '../../ui/tree/tree-keys.ts';
import { type Destination, destinationOf, isPossible, type Step } from '../../ui/tree/tree-moves.ts';
import { type Branches, parentsOf, withoutDescendants } from '../../ui/tree/tree-rows.ts';
import type { TreeState } from '../../ui/tree/use-tree.ts';
import type { CategoryTask } from './category-dialogs.tsx';
import type { CategoryNode } from './use-branches.ts';

const STEPS: readonly { readonly step: Step; readonly keys: string; readonly label: string }[] = [
  { step: 'up', keys: 'Alt+ArrowUp', label: t('Move up') },
  { step: 'down', keys: 'Alt+ArrowDown', label: t('Move down') },
  { step: 'in', keys: 'Alt+ArrowRight', label: t('Move into the one above') },
  { step: 'out', keys: 'Alt+ArrowLeft', label: t('Move out a level') },
];

/** Actions of the page that the commands of a category begin. */
export interface CategoryActing {
  readonly start: (task: CategoryTask) => void;
  readonly rename: (key: string) => void;
  readonly move: (categories: readonly CategoryNode[], destination: Destination) => void;
}

/**
 * Returns the categories that an action on one of them moves: all selected ones if it is among them, without those below
 * others, in the order of the tree.
 */
export function affectedKeys(
  key: string,
  branches: Branches<CategoryNode>,
  { selected }: TreeState,
): readonly string[] {
  if (!selected.has(key)) return [key];
  const order = [...branches.values()].flatMap(({ nodes }) => nodes.map((node) => node.key));
  return withoutDescendants(
    order.filter((one) => selected.has(one)),
    parentsOf(branches),
  );
}

/**
 * Returns the commands on a category, or on all selected ones if it is one of them: those that have an effect, in the
 * order of the menu.
 */
export function commandsOf(
  key: string,
  branches: Branches<CategoryNode>,
  state: TreeState,
  { start, rename, move }: CategoryActing,
): readonly TreeCommand[] {
  const nodes = new Map(
    [...branches.values()].flatMap((branch) => branch.nodes.map((node) => [node.key, node] as const)),
  );
  const node = nodes.get(key);
  if (node === undefined) return [];
  const parents = parentsOf(branches);
  const isMany = state.selected.has(key) && state.selected.size > 1;
  const keys = affectedKeys(key, branches, state);
  const toNodes = (list: readonly string[]) => list.flatMap((one) => nodes.get(one) ?? []);
  const categories = toNodes(keys);
  const cut = toNodes(state.cut);
  const paste = { parent: key, before: null };
  return [
    ...(isMany
      ? []
      : [
          {
            keys: 'Insert',
            label: t('Create category below'),
            run: () => start({ kind: 'create', parent: key, label: node.label }),
          },
          { keys: 'F2', label: t('Rename'), run: () => rename(key) },
        ]),
    { keys: 'M', label: t('Move to …'), run: () => start({ kind: 'move', categories }) },
    { keys: 'Control+X', label: t('Cut'), run: () => state.setCut(keys) },
    ...(cut.length > 0 && isPossible(state.cut, paste, parents)
      ? [
          {
            keys: 'Control+V',
            label: t('Paste into it'),
            run: () => {
              move(cut, paste);
              state.expand([key]);
            },
          },
        ]
      : []),
    ...STEPS.flatMap(({ step, keys: shortcut, label }) => {
      const destination = destinationOf(branches, keys, step);
      return destination === null
        ? []
        : [{ keys: shortcut, label, run: () => move(categories, destination) }];
    }),
    { keys: 'Delete', label: t('Delete'), run: () => start({ kind: 'delete', categories }) },
  ];
}
