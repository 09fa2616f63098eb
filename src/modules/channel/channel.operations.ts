import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../platform/operation/keyset-page.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { channelResource } from './channel.resource.ts';

export const {
  create: createChannel,
  update: updateChannel,
  upsert: upsertChannels,
  delete: deleteChannel,
} = defineResourceOperations(channelResource);

/** One channel by its code, or null. */
export const getChannel = defineRead({
  name: 'getChannel',
  scope: channelResource.scopes.read,
  errors: [],
  handler: ({ prisma, session }: PrismaReadContext, { code, query }: { code: string; query: object }) =>
    prisma.channel.findUnique({
      ...query,
      where: { organizationId_codeKey: { organizationId: session.organizationId, codeKey: foldKey(code) } },
    }),
});

export interface ChannelListInput extends PageRequest {
  /** Only active or only inactive ones. */
  readonly active?: boolean | null | undefined;
  readonly query: object;
}

/** The organization's channels by code. */
export const listChannels = defineRead({
  name: 'listChannels',
  scope: channelResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session, cursors }: PrismaReadContext,
    { active, query, ...page }: ChannelListInput,
  ) => {
    const where = {
      organizationId: session.organizationId,
      ...(active === null || active === undefined ? {} : { active }),
    };
    return keysetPage(
      cursors,
      prisma.channel,
      { name: 'channels', where, sort: [{ field: 'code' }], query },
      page,
    );
  },
});
