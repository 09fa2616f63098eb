import { encodeId } from '../../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { Vault } from '../../../platform/secret/vault.ts';
import { generateSecret, ROTATION_OVERLAP_MS } from '../delivery/sign-delivery.ts';
import type { IssuedSecret } from './create-webhook.ts';
import { updateEndpoint } from './endpoint.store.ts';
import { sealSecret } from './endpoint-secrets.ts';
import { auditWebhook, requireEndpoint, type WebhookIdInput } from './write-webhook.ts';

/** Gives an endpoint a new secret. For a day everything is signed by both; the one before the last ends at once. */
export const rotateWebhookSecret = defineWrite({
  name: 'rotateWebhookSecret',
  scope: 'settings:write',
  effect: 'write',
  retry: 'unsafe',
  errors: ['not-found'],
  async handler(
    context: WriteContext,
    { id, vault }: WebhookIdInput & { readonly vault: Vault },
  ): Promise<IssuedSecret> {
    const row = await requireEndpoint(context, id);
    const secret = generateSecret();
    await updateEndpoint(context, {
      ...row,
      sealedSecret: sealSecret(vault, row.id, secret),
      sealedPreviousSecret: row.sealedSecret,
      previousSecretUntil: new Date(context.now.getTime() + ROTATION_OVERLAP_MS).toISOString(),
      version: row.version + 1,
    });
    await auditWebhook(context, 'webhook.secret_rotated', row);
    return { id: encodeId('WebhookEndpoint', row.id), secret };
  },
});
