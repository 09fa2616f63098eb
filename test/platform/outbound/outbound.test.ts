// Risk: somebody in between passes for a receiver, because a certificate that is not theirs is taken.
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { openOutboundClient } from '../../../src/platform/outbound/outbound.ts';
import { SELF_SIGNED } from './self-signed.ts';

test('a receiver whose certificate nobody has vouched for gets nothing', async () => {
  let requests = 0;
  const server = createServer(SELF_SIGNED, (_request, response) => {
    requests += 1;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lookup: LookupFunction = (_name, options, callback) =>
    options.all === true
      ? callback(null, [{ address: '127.0.0.1', family: 4 }] as never)
      : callback(null, '127.0.0.1', 4);
  const outbound = openOutboundClient({ allowPrivateAddresses: true }, { lookup });
  const post = { headers: {}, body: Buffer.from('{}'), timeoutMs: 5_000 };
  for (const host of ['hooks.example.com', 'other.example.com', '127.0.0.1']) {
    const answer = await outbound.post({ ...post, url: `https://${host}:${port}/` });
    expect(answer.error).toBe('the TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)');
  }
  expect(requests).toBe(0);
  await outbound.close();
  server.close();
});
