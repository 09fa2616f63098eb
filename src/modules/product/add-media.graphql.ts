import { builder, WRITTEN } from '../../graphql/builder.ts';
import { LabelInput, toLabelPatch } from '../../graphql/labels.ts';
import { mutationOf } from '../../graphql/operation-field.ts';
import { WriteOutcomeType } from '../../graphql/write-types.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { Labels } from '../../kernel/labels.ts';
import { fetchFile, keepBytes } from '../media/index.ts';
import { MEDIA_FACTS, MediaRef } from '../media/media.graphql.ts';
import {
  type AddMediaAnswer,
  addMedia,
  authorizeAttaching,
  checkWays,
  MAXIMUM_BASE64_LENGTH,
} from './add-media.ts';

const MediaPlaceInput = builder.inputType('MediaPlaceInput', {
  description: 'A cell of a product that is to name the file, in place of what it names now.',
  fields: (t) => ({
    ref: t.id({ required: true, description: 'SKU (in either case) or id of the product.' }),
    attribute: t.string({ required: true, description: 'Code of an attribute of the type MEDIA.' }),
    channel: t.string({ description: 'Channel code; exactly for scopable attributes.' }),
    locale: t.string({ description: 'Locale code; exactly for localizable attributes.' }),
  }),
});

const AddMediaInput = builder.inputType('AddMediaInput', {
  description: 'A file, by its URL or its content, and where it goes.',
  fields: (t) => ({
    url: t.string({
      description:
        'Where the file is: a public https address, followed over up to three redirects, up to the size of an upload. It is fetched once; later changes there change nothing here.',
    }),
    base64: t.string({
      description: `In place of the URL: the content in base64 (RFC 4648), up to ${MAXIMUM_BASE64_LENGTH} characters. Its type is found out by looking at it.`,
    }),
    filename: t.string({
      description:
        'Its name with its ending: `front.jpg`. Needed with `base64`; of a URL that of the server is taken when left out.',
    }),
    code: t.string({
      description:
        'Letters, digits, `_` and `-`, up to 100; made from the file name when left out. Never changes.',
    }),
    labels: t.field({ type: [LabelInput], description: 'Its names by locale.' }),
    alt: t.field({
      type: [LabelInput],
      description: 'What the picture shows, for those who cannot see it, by locale.',
    }),
    attachTo: t.field({
      type: MediaPlaceInput,
      description: 'A product that is to show it; needs `products:write` too.',
    }),
  }),
});

const AddMediaPayload = builder
  .objectRef<AddMediaAnswer & { readonly dryRun: boolean }>('AddMediaPayload')
  .implement({
    description: 'The file, and what shows it.',
    fields: (t) => ({
      media: t.prismaField({
        type: MediaRef,
        description: 'The file as it is now; in a dry run, as it would be.',
        grantScopes: WRITTEN,
        resolve: (query, { id }, _args, { prisma, caller: { organizationId } }) =>
          prisma.media.findUniqueOrThrow({
            ...query,
            where: { organizationId_id: { organizationId, id: decodeIdOf('Media', id) ?? '' } },
          }),
      }),
      outcome: t.field({
        type: WriteOutcomeType,
        description: 'CREATED, or UNCHANGED when the content was there: then it is the file that has it.',
        resolve: ({ outcome }) => outcome,
      }),
      attachedTo: t.exposeString('attachedTo', {
        nullable: true,
        description: 'SKU of the product that shows it now; null when none was to.',
      }),
      dryRun: t.exposeBoolean('dryRun', { description: 'True when nothing was stored.' }),
    }),
  });

/** Texts of a new file; empty ones are left out. */
function textsOf(labels: Parameters<typeof toLabelPatch>[0]): Labels {
  const texts = Object.entries(toLabelPatch(labels) ?? {});
  return Object.fromEntries(texts.flatMap(([locale, text]) => (text ? [[locale, text]] : [])));
}

mutationOf(addMedia, {
  description:
    'Takes a file in, by its URL or, when it is small, by its content, and, when asked, lets a product show it, both in one transaction. A content that is there already gives the file that has it. Find files that are there with `findCodes`; upload large ones with `POST /api/v1/media`.',
  payload: AddMediaPayload,
  args: builder.args((t) => ({
    input: t.field({ type: AddMediaInput, required: true, description: 'The file.' }),
  })),
  async input({ input: { labels, alt, ...input } }, { storage, downloads, caller }) {
    checkWays(input);
    const { url = null, filename, attachTo = null } = input;
    if (attachTo !== null) authorizeAttaching(caller);
    const file = url === null ? null : await fetchFile({ url, filename }, { downloads, storage });
    return {
      ...input,
      ...(file === null ? {} : { fetched: () => file }),
      labels: textsOf(labels),
      alt: textsOf(alt),
      keep: (key, content) => keepBytes(storage, key, content),
    };
  },
  release: async ({ fetched }) => fetched?.().staged.discard(),
  exposure: {
    mcp: { tool: 'add_media', view: `{ media { id code ${MEDIA_FACTS} } outcome attachedTo dryRun }` },
  },
});
