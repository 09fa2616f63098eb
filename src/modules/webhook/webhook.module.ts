import type { DomainModule } from '../../kernel/operation.ts';

export const webhookModule: DomainModule = {
  mentionedBy: {
    attribute: `SELECT wanted.key, 'WebhookEndpoint', endpoint.id, endpoint.url, NULL::timestamptz FROM wanted
      JOIN public.webhook_endpoint AS endpoint
        ON endpoint.organization_id = $1::uuid AND wanted.code = ANY(endpoint.changed_attributes)`,
  },
};
