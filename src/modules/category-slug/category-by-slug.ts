import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import { defineLoader, type RequestLoads } from '../../platform/loader.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { Category } from '../../platform/prisma/generated/client/client.ts';
import {
  readScope,
  type ScopedSlug,
  type SlugRequest,
  type Slugs,
  slugScope,
  textOfSlug,
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
    const place = structure.channels.get(foldKey(channel));
    const code = structure.locales.get(foldKey(locale));
    if (place === undefined || code === undefined) return null;
    const key = { channel: place.code, locale: code, slug: slug.toLowerCase() };
    const owners = await categorySlugs.loadOwners(context, organizationId, [key]);
    const id = owners.get(textOfSlug(key));
    if (id === undefined) return null;
    const category = await context.prisma.category.findFirst({ where: { organizationId, id } });
    const present = await loadCategorySlugs(context, organizationId, [id]);
    const shown = category === null ? [] : shownSlugs(structure, category, present.get(id));
    const now = shown.find((one) => one.channel === key.channel && one.locale === key.locale)?.slug;
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
  context: RequestLoads,
): Promise<readonly ScopedSlug[]> {
  const [structure, slugs] = await Promise.all([
    context.load(structureLoader, ''),
    context.load(slugsLoader, category.id),
  ]);
  return structure === null ? [] : shownSlugs(structure, category, slugs ?? {});
}

function shownSlugs(
  structure: CatalogueStructure,
  { path }: Category,
  slugs: Slugs | undefined,
): readonly ScopedSlug[] {
  return Object.entries(slugs ?? {})
    .map(([scope, slug]) => ({ ...readScope(scope), slug }))
    .filter(({ channel, locale }) => {
      const found = structure.channels.get(foldKey(channel));
      if (found === undefined || !found.document.slugsEnabled) return false;
      return found.document.categoryRoot === path[0] && found.locales.has(locale);
    })
    .sort((a, b) => (slugScope(a.channel, a.locale) < slugScope(b.channel, b.locale) ? -1 : 1));
}
