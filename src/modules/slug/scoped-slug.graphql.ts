import { builder } from '../../graphql/builder.ts';
import { loadRequired } from '../../graphql/load-required.ts';
import { ChannelRef } from '../channel/channel.graphql.ts';
import { channelLoader } from '../channel/index.ts';
import { localeLoader } from '../locale/index.ts';
import { LocaleRef } from '../locale/locale.graphql.ts';
import type { ScopedSlug } from './scoped-slug.ts';

export const ScopedSlugType = builder.objectRef<ScopedSlug>('ScopedSlug').implement({
  description: 'A slug in a channel and locale.',
  authScopes: { holds: 'products:read' },
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: ({ channel }, _args, context) => loadRequired(channelLoader, channel, context),
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'The locale.',
      resolve: ({ locale }, _args, context) => loadRequired(localeLoader, locale, context),
    }),
    slug: t.exposeString('slug', {
      description:
        'The part of a URL that names the object. No other object of its kind has or had it there.',
    }),
  }),
});

/** Arguments of the fields that find an object by its slug. */
export const slugArguments = builder.args((t) => ({
  channel: t.string({ required: true, description: 'Code of the channel.' }),
  locale: t.string({ required: true, description: 'Code of a locale of the channel.' }),
  slug: t.string({ required: true, description: 'The slug, not case-sensitive.' }),
}));
