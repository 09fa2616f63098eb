import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import { defineLoader, type RequestLoaders } from '../../platform/loader.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import {
  readScope,
  type ScopedSlug,
  type SlugRequest,
  type Slugs,
  slugKey,
  slugScope,
} from '../slug/index.ts';
import { type CatalogueStructure, readStructure, structureLoader } from '../structure/index.ts';
import { categorySlugs, loadCategorySlugs } from './category-slug.store.ts';

/** The category that a slug leads to, and the slug that the category has now. */
export interface CategoryBySlug {
  readonly category: Category;
  readonly slug: string;
  readonly isCurrent: boolean;
}

/** Returns the category that has a slug in a channel and locale, or had it before; null for none. */
export const getCategoryBySlug = defineRead({
  name: 'getCategoryBySlug',
  scope: 'products:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { channel, locale, slug }: SlugRequest,
  ): Promise<CategoryBySlug | null> {
    const { organizationId } = context.session;
    const structure = await readStructure(context);
    const channelDefinition = structure.channels.get(foldKey(channel));
    const code = structure.locales.get(foldKey(locale));
    if (channelDefinition === undefined || code === undefined) return null;
    const key = { channel: channelDefinition.code, locale: code, slug: slug.toLowerCase() };
    const owners = await categorySlugs.loadOwners(context, organizationId, [key]);
    const id = owners.get(slugKey(key));
    if (id === undefined) return null;
    const category = await context.prisma.category.findFirst({ where: { organizationId, id } });
    const present = await loadCategorySlugs(context, organizationId, [id]);
    const visibleSlugs = category === null ? [] : currentSlugs(structure, category, present.get(id));
    const now = visibleSlugs.find((one) => one.channel === key.channel && one.locale === key.locale)?.slug;
    return category === null || now === undefined ? null : { category, slug: now, isCurrent: now === slug };
  },
});

/** Loads the present slugs of categories, by UUID. */
export const slugsLoader = defineLoader<string, Slugs>({
  name: 'category.current_slugs',
  keyOf: (id) => id,
  load: (context, ids) => loadCategorySlugs(context, context.session.organizationId, ids),
});

/** Returns the slugs of a category by channel and locale, in the channels with slugs that show its tree. */
export async function slugsOfCategory(
  category: Category,
  context: RequestLoaders,
): Promise<readonly ScopedSlug[]> {
  const [structure, slugs] = await Promise.all([
    context.load(structureLoader, ''),
    context.load(slugsLoader, category.id),
  ]);
  return structure === null ? [] : currentSlugs(structure, category, slugs ?? {});
}

function currentSlugs(
  structure: CatalogueStructure,
  { path }: Category,
  slugs: Slugs | undefined,
): readonly ScopedSlug[] {
  return Object.entries(slugs ?? {})
    .map(([scope, slug]) => ({ ...readScope(scope), slug }))
    .filter(({ channel, locale }) => {
      const channelDefinition = structure.channels.get(foldKey(channel));
      if (channelDefinition === undefined || !channelDefinition.document.slugsEnabled) return false;
      return channelDefinition.document.categoryRoot === path[0] && channelDefinition.locales.has(locale);
    })
    .sort((a, b) => (slugScope(a.channel, a.locale) < slugScope(b.channel, b.locale) ? -1 : 1));
}
