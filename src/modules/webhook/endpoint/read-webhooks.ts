import { decodeIdOf } from '../../../kernel/ids.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { Page } from '../../../kernel/page.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { keysetPage, type PageRequest } from '../../../platform/operation/keyset-page.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../../../platform/prisma/generated/client/client.ts';
import type { PublicDeliveryStatus } from '../delivery/public-status.ts';

const SCOPE = 'settings:read';

/** Returns one endpoint by its id, or null. */
export const getWebhook = defineRead({
  name: 'getWebhook',
  scope: SCOPE,
  errors: [],
  async handler(
    { prisma, session }: PrismaReadContext,
    { id, query }: { readonly id: string; readonly query: object },
  ): Promise<WebhookEndpoint | null> {
    const uuid = decodeIdOf('WebhookEndpoint', id);
    if (uuid === null) return null;
    return prisma.webhookEndpoint.findFirst({
      ...query,
      where: { organizationId: session.organizationId, id: uuid },
    });
  },
});

export interface ListWebhooksInput extends PageRequest {
  readonly query: object;
}

/** Returns the endpoints of the organization, newest first. */
export const listWebhooks = defineRead({
  name: 'listWebhooks',
  scope: SCOPE,
  errors: [],
  handler: (
    context: PrismaReadContext,
    { query, ...page }: ListWebhooksInput,
  ): Promise<Page<WebhookEndpoint>> =>
    keysetPage(
      context.cursors,
      context.prisma.webhookEndpoint,
      {
        name: 'webhooks',
        where: { organizationId: context.session.organizationId },
        sort: [{ field: 'id', descending: true }],
        query,
      },
      page,
    ),
});

export interface ListDeliveriesInput extends PageRequest {
  /** UUID of the endpoint; those of all endpoints when null. */
  readonly endpointId: string | null;
  readonly statuses?: readonly PublicDeliveryStatus[] | null | undefined;
  readonly query: object;
}

/** Condition on rows for each status that people see. */
const CONDITIONS: Readonly<Record<PublicDeliveryStatus, object>> = {
  pending: { status: { in: ['waiting', 'due', 'sending'] }, failures: 0 },
  retrying: { status: { in: ['due', 'sending'] }, failures: { gt: 0 } },
  succeeded: { status: 'succeeded' },
  dead: { status: 'dead' },
  cancelled: { status: 'cancelled' },
};

/** Lists deliveries, newest first. */
export const listDeliveries = defineRead({
  name: 'listWebhookDeliveries',
  scope: SCOPE,
  errors: [],
  handler: (
    context: PrismaReadContext,
    { endpointId, statuses, query, ...page }: ListDeliveriesInput,
  ): Promise<Page<WebhookDelivery>> =>
    keysetPage(
      context.cursors,
      context.prisma.webhookDelivery,
      {
        name: 'webhook-deliveries',
        where: {
          organizationId: context.session.organizationId,
          ...(endpointId === null ? {} : { endpointId }),
          ...(statuses ? { OR: statuses.map((status) => CONDITIONS[status]) } : {}),
        },
        sort: [{ field: 'id', descending: true }],
        query,
      },
      page,
    ),
});
