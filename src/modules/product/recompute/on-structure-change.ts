import { foldKey } from '../../../kernel/codes.ts';
import type { LedgerResource } from '../../../kernel/event.ts';
import type { ConfigurationChangeHandler, ResourceChange } from '../../../kernel/module.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { AttributeSetDocument } from '../../attribute-set/index.ts';
import { restartJobs } from '../../job/index.ts';
import { addRecomputingSets } from '../../search/index.ts';
import { readStructure, type SetStructure } from '../../structure/index.ts';
import {
  bumpCompletenessRevisions,
  countProductsOfSets,
  lockProductsOfSets,
} from '../model/product.store.ts';
import { channelsWithSlugs } from '../model/slugs.ts';
import { refreshDerived } from './search-products.ts';

/** Products of sets with up to this many are recomputed in the transaction of the change, those of others by a job. */
const RECOMPUTED_AT_ONCE = 1_000;
/**
 * Maximum number of products, of any number of sets, that one change recomputes itself, so that it takes about a
 * second.
 */
const RECOMPUTED_TOGETHER = 5_000;

/** Fields of configuration that completeness, or where products are live, depend on, in wire terms. */
const RELEVANT: Readonly<Record<string, readonly string[]>> = {
  attribute_set: ['attributes', 'required_attributes', 'variant_layouts'],
  channel: ['locales', 'currencies', 'active', 'publish_guard', 'slugs_enabled'],
  attribute: ['validation', 'available_locales', 'localizable', 'scopable'],
};

/** Keeps the completeness of products true when configuration changes. */
export const onStructureChange: Partial<Record<LedgerResource, ConfigurationChangeHandler<WriteContext>>> = {
  async attribute_set(context, written) {
    const slugSets = written.filter(decidesNames);
    const hasSlugs = slugSets.length > 0 && channelsWithSlugs(await readStructure(context)).length > 0;
    const sets = written.filter(
      (change) => isRelevant('attribute_set', change) || (hasSlugs && slugSets.includes(change)),
    );
    await recompute(
      context,
      sets.flatMap(({ after }) => (after === null ? [] : [(after as AttributeSetDocument).code])),
    );
  },
  async channel(context, written) {
    if (written.some((change) => isRelevant('channel', change))) await recomputeWhere(context, () => true);
  },
  async attribute(context, written) {
    const changed = written.filter((change) => isRelevant('attribute', change));
    if (changed.length === 0) return;
    const codes = new Set(changed.map(({ after }) => foldKey((after as { readonly code: string }).code)));
    const demands = ({ requirements }: SetStructure) =>
      [...requirements.values()].flat().some((code) => codes.has(foldKey(code)));
    await recomputeWhere(context, demands);
  },
};

/**
 * Returns true if a change is relevant: a created or deleted channel changes what there is to fill; a new attribute or
 * set changes nothing that exists.
 */
export function isRelevant(resource: string, { before, after, changes }: ResourceChange<unknown>): boolean {
  if (before === null || after === null) return resource === 'channel';
  return changes.some(({ path }) => RELEVANT[resource]?.includes(path));
}

/** Returns true if the change can give products of a set other labels and slugs. */
export const decidesNames = ({ before, after, changes }: ResourceChange<unknown>): boolean =>
  before !== null &&
  after !== null &&
  changes.some(({ path }) => path === 'attribute_as_label' || path === 'roles');

async function recomputeWhere(
  context: WriteContext,
  concerns: (set: SetStructure) => boolean,
): Promise<void> {
  const { sets } = await readStructure(context);
  const concerned = [...sets.values()].filter(concerns);
  await recompute(
    context,
    concerned.map(({ document }) => document.code),
  );
}

/**
 * Makes what is stored of the sets' products count as old, and brings it up to date now or by jobs. A dry run locks no
 * product; its effects are computed after it.
 */
async function recompute(context: WriteContext, sets: readonly string[]): Promise<void> {
  if (sets.length === 0) return;
  await bumpCompletenessRevisions(context, sets);
  if (context.dryRun) return;
  const { now, later } = divide(await countProductsOfSets(context, sets, RECOMPUTED_AT_ONCE));
  await restartJobs(context, 'recompute', later);
  await addRecomputingSets(context, later);
  const structure = await readStructure(context);
  const rows = await lockProductsOfSets(context, now);
  await refreshDerived(context, structure, rows);
}

/** Divides the sets, small ones first, so that as many as possible are done with the change itself. */
function divide(counts: ReadonlyMap<string, number>): { readonly now: string[]; readonly later: string[] } {
  const now: string[] = [];
  const later: string[] = [];
  let together = 0;
  for (const [set, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    if (count === 0) continue;
    together += count;
    const isSmall = count <= RECOMPUTED_AT_ONCE && together <= RECOMPUTED_TOGETHER;
    (isSmall ? now : later).push(set);
  }
  return { now, later };
}
