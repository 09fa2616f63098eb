import type { LedgerResource } from '../../kernel/event.ts';
import type { ConfigurationChangeHandler, ResourceChange } from '../../kernel/module.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { MAX_SLUG_LENGTH, slugify, truncateSlug } from '../../kernel/text/slug.ts';
import { type CategoryDocument, type CategoryWithPath, loadCategorySubtrees } from '../category/index.ts';
import { type ChannelDocument, channelStore } from '../channel/index.ts';
import { fallbackChain } from '../locale/index.ts';
import { assignSlugs, type SlugCandidates } from '../slug/index.ts';
import { type CatalogueStructure, fallbackOf, readStructure } from '../structure/index.ts';
import { activateCategorySlugs, categorySlugs, loadCategorySlugs } from './category-slug.store.ts';

/** Fields of a category that the slugs of it and of its descendants are made of, by their names in events. */
const OF_CATEGORY = ['labels', 'slugs', 'parent'];
/** Fields of a channel that decide which categories have slugs. */
const OF_CHANNEL = ['slugs_enabled', 'category_root', 'locales'];

/** Keeps the slugs of categories true when they or their channels change. */
export const updateCategorySlugs: Partial<Record<LedgerResource, ConfigurationChangeHandler<WriteContext>>> =
  {
    async category(context, written) {
      const changed = written.filter((change) => concerns(change, OF_CATEGORY));
      if (changed.length === 0) return;
      const codes = changed.map(({ after }) => (after as CategoryDocument).code);
      await nameCategories(context, await loadChannels(context), codes);
    },
    async channel(context, written) {
      const changed = written.filter((change) => concerns(change, OF_CHANNEL));
      const codes = new Set(changed.map(({ after }) => (after as ChannelDocument).code));
      const channels = (await loadChannels(context, changed.length > 0)).filter(({ code }) =>
        codes.has(code),
      );
      const roots = channels.flatMap(({ categoryRoot }) => categoryRoot ?? []);
      await nameCategories(context, channels, roots);
    },
  };

const concerns = ({ before, after, changes }: ResourceChange<unknown>, fields: readonly string[]): boolean =>
  after !== null && (before === null || changes.some(({ path }) => fields.includes(path)));

/** Returns the channels that have slugs and a tree. */
async function loadChannels(context: WriteContext, isNeeded = true): Promise<readonly ChannelDocument[]> {
  if (!isNeeded) return [];
  const all = await channelStore.loadAll(context, context.session.organizationId);
  return all
    .map(({ document }) => document)
    .filter(({ slugsEnabled, categoryRoot }) => slugsEnabled && categoryRoot !== null);
}

/** Gives categories and all below them their slugs in some channels. */
async function nameCategories(
  context: WriteContext,
  channels: readonly ChannelDocument[],
  codes: readonly string[],
): Promise<void> {
  if (channels.length === 0 || codes.length === 0) return;
  const { organizationId } = context.session;
  const categories = await loadCategorySubtrees(context, organizationId, codes);
  const structure = await readStructure(context);
  const present = await loadCategorySlugs(
    context,
    organizationId,
    categories.map(({ id }) => id),
  );
  const { slugs, claims } = await assignSlugs(
    context,
    categorySlugs,
    categories.map((category) => ({
      id: category.id,
      slugs: present.get(category.id) ?? null,
      wishes: slugCandidatesOf(structure, channels, category),
    })),
  );
  activateCategorySlugs(context, slugs);
  categorySlugs.claim(context, claims);
}

/** Returns the possible slugs of a category in each locale of the channels that show its tree. */
function slugCandidatesOf(
  structure: CatalogueStructure,
  channels: readonly ChannelDocument[],
  category: CategoryWithPath,
): SlugCandidates[] {
  return channels
    .filter(({ categoryRoot }) => categoryRoot === category.path[0])
    .flatMap(({ code: channel, locales }) =>
      locales.map((locale) => ({
        channel,
        locale,
        candidates: candidatesOf(category, locale, structure),
      })),
    );
}

/** Number of characters of a UUID that distinguish categories. */
const ID_LENGTH = 12;

/** Returns the written slug, else that of the label, else of the code; then with the code and with a part of the id. */
function candidatesOf(
  { id, code, labels, slugs }: CategoryWithPath,
  locale: string,
  structure: CatalogueStructure,
): string[] {
  const chain = fallbackChain(locale, (from) => fallbackOf(structure, from));
  const textIn = (texts: Readonly<Record<string, string>>) =>
    chain.map((one) => texts[one]).find((text) => text !== undefined && slugify(text, locale) !== '');
  const text = textIn(slugs) ?? textIn(labels) ?? code;
  const ofId = id.slice(-ID_LENGTH);
  const base = truncateSlug(slugify(text, locale), MAX_SLUG_LENGTH) || ofId;
  const ofCode = slugify(code, locale);
  return [...new Set([base, ofCode === '' ? base : `${base}-${ofCode}`, `${base}-${ofId}`])];
}
