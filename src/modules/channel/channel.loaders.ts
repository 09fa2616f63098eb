import { foldKey } from '../../kernel/codes.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Channel } from '../../platform/prisma/generated/client/client.ts';

/** Channels by code. */
export const channelLoader = defineLoader<string, Channel>({
  name: 'channel.by_code',
  keyOf: foldKey,
  async load({ prisma, session }, codes) {
    const rows = await prisma.channel.findMany({
      where: { organizationId: session.organizationId, codeKey: { in: codes.map(foldKey) } },
    });
    return new Map(rows.map((row) => [row.codeKey, row]));
  },
});
