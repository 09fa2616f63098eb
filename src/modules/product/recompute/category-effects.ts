import { countWithin, PRICES } from '../../../kernel/budget/operation-budget.ts';
import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type {
  ChangeEffect,
  ChangeEffects,
  ConfigurationChanges,
  ResourceChange,
} from '../../../kernel/module.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import { type CategoryDocument, type CategoryNode, loadBranches } from '../../category/index.ts';
import type { ChannelDocument } from '../../channel/index.ts';
import { ALL_PRODUCTS, countProductSearch, type ProductFilter } from '../../search/index.ts';
import { type CatalogueStructure, readStructure } from '../../structure/index.ts';
import { whereSearchable } from './effect-filters.ts';

/** Maximum number of operands of a condition, and of conditions on categories in one filter. */
const OPERANDS = 1_000;
const CONDITIONS = 40;

/** A channel whose tree changes, or the categories in it; codes of roots. */
interface ChannelTree {
  readonly channel: string;
  readonly isNew: boolean;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Counts the products that are sold in a channel and will be in no category of its tree: because categories move, or
 * because the channel gets another tree. A search counts and lists them, however many they are. Nothing that products are
 * in can be deleted.
 */
export async function previewCategoryEffects(
  reader: ReadContext,
  changes: ConfigurationChanges,
): Promise<ChangeEffects> {
  const parents = parentsAfter(changes);
  const structure = await readStructure(reader);
  const trees = changedTrees(structure, changes, parents !== null);
  const roots = trees.flatMap(({ before, after }) => [before, after]).filter((root) => root !== null);
  const nodes = await loadBranches(reader, reader.session.organizationId, [
    ...new Set([...roots, ...(parents?.keys() ?? [])]),
  ]);
  const rootAfter = rootsAfter(nodes, parents ?? new Map());
  const items: ChangeEffect[] = [];
  let isComplete = true;
  for (const tree of trees) {
    const lost = nodes.filter(({ code, path }) => path[0] === tree.before && rootAfter(code) !== tree.after);
    if (tree.after === null && tree.before === null) continue;
    if (tree.before !== null && lost.length === 0) continue;
    const remaining = tree.after === null ? [] : nodes.filter(({ code }) => rootAfter(code) === tree.after);
    const filter = filterOf(tree, coverOf(nodes, lost), coverOf(nodes, remaining));
    const count = filter === null ? null : await countFound(reader, structure, filter);
    if (count === null) isComplete = false;
    else if (count > 0) items.push(effectOf(tree.channel, count, filter));
  }
  return { items, isComplete };
}

/** Returns true if a change of configuration can take products out of the tree of a channel. */
export const concernsTrees = (changes: ConfigurationChanges): boolean =>
  parentsAfter(changes) !== null ||
  channelsIn(changes).some(
    ({ before, after }) => after !== null && after.categoryRoot !== (before?.categoryRoot ?? null),
  );

const channelsIn = (changes: ConfigurationChanges) =>
  (changes.get('channel') ?? []) as readonly ResourceChange<ChannelDocument>[];

/** Returns the parents that categories get, by code; null if none that exists moves. */
function parentsAfter(changes: ConfigurationChanges): ReadonlyMap<string, string | null> | null {
  const written = (changes.get('category') ?? []) as readonly ResourceChange<CategoryDocument>[];
  if (!written.some(({ before, after }) => before && after && before.parent !== after.parent)) return null;
  return new Map(written.flatMap(({ after }) => (after === null ? [] : [[after.code, after.parent]])));
}

/** Returns the channels to look at: all that stay if categories move, otherwise those that get another root. */
function changedTrees(
  { channels }: CatalogueStructure,
  changes: ConfigurationChanges,
  categoriesMove: boolean,
): readonly ChannelTree[] {
  const trees = new Map<string, ChannelTree>();
  for (const { code, document } of channels.values()) {
    const root = document.categoryRoot;
    trees.set(code, { channel: code, isNew: false, before: root, after: root });
  }
  for (const { before, after } of channelsIn(changes)) {
    const code = (after ?? before)?.code ?? '';
    const stored = channels.get(foldKey(code))?.document;
    if (after === null) trees.delete(code);
    else
      trees.set(code, {
        channel: code,
        isNew: stored === undefined,
        before: stored?.categoryRoot ?? null,
        after: after.categoryRoot,
      });
  }
  return [...trees.values()].filter(({ before, after }) => categoriesMove || before !== after);
}

/** Returns a function from the code of a category to that of its root after the change. */
function rootsAfter(
  nodes: readonly CategoryNode[],
  parents: ReadonlyMap<string, string | null>,
): (code: string) => string {
  const parentOf = new Map([
    ...nodes.map(({ code, path }) => [code, path.at(-2) ?? null] as const),
    ...parents,
  ]);
  const roots = new Map<string, string>();
  const rootOf = (code: string): string => {
    const root = roots.get(code);
    if (root !== undefined) return root;
    const parent = parentOf.get(code) ?? null;
    const top = parent === null ? code : rootOf(parent);
    roots.set(code, top);
    return top;
  };
  return rootOf;
}

/** Categories as conditions name them: `branches` with all below them, `single` ones without. */
interface Cover {
  readonly branches: readonly string[];
  readonly single: readonly string[];
}

/** Returns as few categories as stand for all of some among those that are stored. */
function coverOf(nodes: readonly CategoryNode[], members: readonly CategoryNode[]): Cover {
  const missing = new Set<string>();
  const codes = new Set(members.map(({ code }) => code));
  // A category is no branch of members if one below it is not a member.
  for (const { code, path } of nodes) if (!codes.has(code)) for (const above of path) missing.add(above);
  const branches = members.filter(({ code, path }) => {
    const parent = path.at(-2);
    return !missing.has(code) && (parent === undefined || missing.has(parent) || !codes.has(parent));
  });
  const single = members.filter(({ code }) => missing.has(code));
  return { branches: branches.map(({ code }) => code), single: single.map(({ code }) => code) };
}

/** Returns the filter of the products of an effect; null if it would have too many conditions. */
function filterOf({ channel, isNew, before }: ChannelTree, lost: Cover, remaining: Cover): JsonObject | null {
  const had = before === null ? [] : conditionsOn(lost, 'any');
  const conditions = [...(had.length > 1 ? [{ or: had }] : had), ...conditionsOn(remaining, 'none')];
  if (had.length + conditions.length > CONDITIONS) return null;
  // Products with channels of their own are not sold in a new one.
  const channels = isNew ? { empty: true } : { any: [channel] };
  return { channels, and: conditions };
}

function conditionsOn({ branches, single }: Cover, operator: 'any' | 'none'): JsonObject[] {
  return [
    ...chunksOf(branches).map((codes) => ({ categories: { [operator]: codes } })),
    ...chunksOf(single).map((codes) => ({ categories: { [operator]: codes, descendants: false } })),
  ];
}

const chunksOf = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / OPERANDS) }, (_chunk, index) =>
    codes.slice(index * OPERANDS, (index + 1) * OPERANDS),
  );

/** Returns the number of products that a filter finds; null while products are made searchable. */
async function countFound(
  reader: ReadContext,
  structure: CatalogueStructure,
  filter: JsonObject,
): Promise<number | null> {
  const query = { filter: filter as ProductFilter };
  return whereSearchable(() =>
    countWithin(reader.budget, PRICES.count, () =>
      countProductSearch(reader, query, { visibility: ALL_PRODUCTS, structure }),
    ),
  );
}

const effectOf = (channel: string, count: number, filter: JsonObject | null): ChangeEffect => ({
  kind: 'no_category',
  entityType: null,
  channel,
  locale: null,
  currency: null,
  attribute: null,
  count,
  isExact: true,
  filter,
});
