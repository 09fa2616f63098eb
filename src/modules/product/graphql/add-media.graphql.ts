import { builder, WRITTEN_GRANT } from '../../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../../graphql/labels.ts';
import { defineMutation } from '../../../graphql/operation-field.ts';
import { WriteOutcomeType } from '../../../graphql/write-types.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { Labels } from '../../../kernel/labels.ts';
import { fetchFile, storeBytes } from '../../media/index.ts';
import { MEDIA_FIELDS, MediaRef } from '../../media/media.graphql.ts';
import {
  type AddMediaResult,
  addMedia,
  authorizeAttaching,
  checkContentSource,
  MAX_BASE64_LENGTH,
} from '../write/add-media.ts';

const MediaPlaceInput = builder.inputType('MediaPlaceInput', {
  description: 'Value of a product to set to the file. Replaces the current value.',
  fields: (t) => ({
    ref: t.id({
      required: true,
      description: 'SKU (case is ignored), id or `ext:system:id` of the product.',
    }),
    attribute: t.string({ required: true, description: 'Code of an attribute of the type MEDIA.' }),
    channel: t.string({
      description: 'Channel code. Required for scopable attributes, not allowed otherwise.',
    }),
    locale: t.string({
      description: 'Locale code. Required for localizable attributes, not allowed otherwise.',
    }),
  }),
});

const AddMediaInput = builder.inputType('AddMediaInput', {
  description: 'A file, by its URL or content, and its target.',
  fields: (t) => ({
    url: t.string({
      description:
        'Public https URL of the file. The server follows up to three redirects and fetches the file once, up to the upload size limit. Later changes at the URL have no effect.',
    }),
    base64: t.string({
      description: `Content in base64 (RFC 4648) instead of a URL, up to ${MAX_BASE64_LENGTH} characters. The server detects the type from the content.`,
    }),
    filename: t.string({
      description:
        'File name with extension: `front.jpg`. Required with `base64`. With a URL, defaults to the name that the server of the URL reports.',
    }),
    code: t.string({
      description:
        'Letters, digits, `_` and `-`, up to 100 characters. Defaults to a code made from the file name. Cannot change later.',
    }),
    labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
    alt: t.field({
      type: [LabelInput],
      description: 'Alternative text of the image by locale.',
    }),
    attachTo: t.field({
      type: MediaPlaceInput,
      description: 'Product to attach the file to. Also requires `products:write`.',
    }),
  }),
});

const AddMediaPayload = builder
  .objectRef<AddMediaResult & { readonly dryRun: boolean }>('AddMediaPayload')
  .implement({
    description: 'The file and the product it is attached to.',
    fields: (t) => ({
      media: t.prismaField({
        type: MediaRef,
        description: 'The file after the write. In a dry run: the expected result.',
        grantScopes: WRITTEN_GRANT,
        resolve: (query, { id }, _args, { prisma, caller: { organizationId } }) =>
          prisma.media.findUniqueOrThrow({
            ...query,
            where: { organizationId_id: { organizationId, id: decodeIdOf('Media', id) ?? '' } },
          }),
      }),
      outcome: t.field({
        type: WriteOutcomeType,
        description:
          'CREATED, or UNCHANGED if a file with this content already existed. That file is returned.',
        resolve: ({ outcome }) => outcome,
      }),
      attachedTo: t.exposeString('attachedTo', {
        nullable: true,
        description: 'SKU of the product that the file is attached to; null if none was requested.',
      }),
      dryRun: t.exposeBoolean('dryRun', {
        description: 'True if this was a dry run and nothing was stored.',
      }),
    }),
  });

const ADDED_VIEW = `{ media { id code ${MEDIA_FIELDS} } outcome attachedTo dryRun }`;

/** Returns the texts of a new file; empty ones are left out. */
function textsOf(labels: Parameters<typeof toLabelPatch>[0]): Labels {
  const texts = Object.entries(toLabelPatch(labels) ?? {});
  return Object.fromEntries(texts.flatMap(([locale, text]) => (text ? [[locale, text]] : [])));
}

defineMutation(addMedia, {
  description:
    'Adds a media file from a URL or, if it is small, from its content, and optionally attaches it to a product in the same transaction. If a file with the same content exists, returns that file. Find existing files with `findCodes`. Upload large files with `POST /api/v1/media`.',
  payload: AddMediaPayload,
  args: builder.args((t) => ({
    input: t.field({ type: AddMediaInput, required: true, description: 'The file.' }),
  })),
  async input({ input: { labels, alt, ...input } }, { storage, downloads, caller }) {
    checkContentSource(input);
    const { url = null, filename, attachTo = null } = input;
    if (attachTo !== null) authorizeAttaching(caller);
    const file = url === null ? null : await fetchFile({ url, filename }, { downloads, storage });
    return {
      ...input,
      ...(file === null ? {} : { fetched: () => file }),
      labels: textsOf(labels),
      alt: textsOf(alt),
      keep: (key, content) => storeBytes(storage, key, content),
    };
  },
  release: async ({ fetched }) => fetched?.().staged.discard(),
  exposure: {
    rest: { method: 'POST', path: '/media/add', view: ADDED_VIEW },
    mcp: { tool: 'add_media', view: ADDED_VIEW },
  },
});
