import { openDownloadClient } from '../../src/platform/outbound/downloads.ts';
import { createVault } from '../../src/platform/secret/vault.ts';

/** What rooms need that keep secrets and send to addresses of others; tests send to servers of this machine. */
export const WEBHOOK_TOOLS = {
  vault: createVault(['a secret for tests, forty characters long']),
  outboundPolicy: { allowPrivateAddresses: true },
  downloads: openDownloadClient(
    { allowPrivateAddresses: true },
    { maximumBytes: 1_000_000, timeoutMs: 5_000 },
  ),
} as const;
