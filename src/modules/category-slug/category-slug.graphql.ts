import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { CategoryRef } from '../category/category.graphql.ts';
import { ScopedSlugType, slugArguments } from '../slug/scoped-slug.graphql.ts';
import { type CategoryBySlug, getCategoryBySlug, slugsOfCategory } from './category-by-slug.ts';

builder.prismaObjectFields(CategoryRef, (t) => ({
  channelSlugs: t.field({
    type: [ScopedSlugType],
    description:
      'Its slugs in the channels with slugs that show its tree: the written slug, else the label in words of URLs.',
    resolve: async (category, _args, context) => [...(await slugsOfCategory(category, context))],
  }),
}));

const CategoryBySlugType = builder.objectRef<CategoryBySlug>('CategoryBySlug').implement({
  description: 'The category that a slug leads to.',
  extensions: { view: '{ category { id code } slug isCurrent }' } satisfies TypeExtensions,
  fields: (t) => ({
    category: t.field({
      type: CategoryRef,
      description: 'The category.',
      resolve: ({ category }) => category,
    }),
    slug: t.exposeString('slug', { description: 'The slug that the category has now: redirect to it.' }),
    isCurrent: t.exposeBoolean('isCurrent', {
      description: 'Whether that is the requested slug; false if the category had it before.',
    }),
  }),
});

builder.queryFields((t) => ({
  categoryBySlug: t.field({
    type: CategoryBySlugType,
    nullable: true,
    description:
      'The category that has a slug in a channel and locale, or had it before. Null if no category has or had it, and if the channel has no slugs.',
    args: slugArguments,
    authScopes: { holds: getCategoryBySlug.scope },
    extensions: {
      ...operationExtensions(getCategoryBySlug),
      rest: { method: 'GET', path: '/category-slugs/{channel}/{locale}/{slug}' },
    },
    resolve: (_root, request, context) => context.read(getCategoryBySlug, request),
  }),
}));
