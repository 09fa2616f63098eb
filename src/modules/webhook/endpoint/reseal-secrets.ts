import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import type { Vault } from '../../../platform/secret/vault.ts';
import { listSealed, lockEndpoint, updateEndpoint } from './endpoint.store.ts';
import { reencryptSecrets } from './endpoint-secrets.ts';

export { listSealed };

/** Seals what an endpoint keeps by the present key; nothing that anybody sees changes. */
export const resealWebhook = defineWrite({
  name: 'resealWebhook',
  scope: 'settings:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { id, vault }: { readonly id: string; readonly vault: Vault },
  ): Promise<{ readonly isChanged: boolean }> {
    const stored = await lockEndpoint(context, id);
    const next = stored === undefined ? null : reencryptSecrets(vault, stored);
    if (next !== null) await updateEndpoint(context, next);
    return { isChanged: next !== null };
  },
});
