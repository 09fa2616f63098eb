import { builder } from '../../graphql/builder.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { getPreviewLink, MAX_PREVIEW_SECONDS, type PreviewLink } from './preview-link.ts';

const PreviewLinkType = builder.objectRef<PreviewLink>('PreviewLink').implement({
  description: 'A URL of a storefront that shows products before they are live.',
  extensions: { view: '{ url }' } satisfies TypeExtensions,
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'Preview URL of the storefront with a token. Anyone who has it can read in preview until it expires.',
    }),
  }),
});

builder.queryField('previewLink', (t) =>
  t.field({
    type: PreviewLinkType,
    nullable: true,
    description:
      'A link that shows a product in preview; null if the storefront has no preview URL, or the storefront or product does not exist.',
    args: {
      code: t.arg.string({ required: true, description: 'Code of the storefront, not case-sensitive.' }),
      product: t.arg.string({
        description: 'SKU, id or external id of the product; by default, the link is for none.',
      }),
      locale: t.arg.string({ description: 'Locale of the storefront; by default its first.' }),
      expiresInSeconds: t.arg.int({
        required: true,
        defaultValue: MAX_PREVIEW_SECONDS,
        description: `Seconds for which the link works: 1 to ${MAX_PREVIEW_SECONDS}.`,
      }),
    },
    authScopes: { holds: getPreviewLink.scope },
    extensions: {
      ...operationExtensions(getPreviewLink),
      rest: { method: 'GET', path: '/storefronts/{code}/preview-link' },
    },
    resolve: (_root, args, context) => context.read(getPreviewLink, { ...args, links: context.links }),
  }),
);
