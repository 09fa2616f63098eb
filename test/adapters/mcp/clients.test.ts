// Risk: a client that checks answers against the schemas of their tools throws away what a refusal says.
import { Client as ClientOfSdk1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServedProgram } from '../../support/served-program.ts';
import { connect, serveDemo } from './mcp-client.ts';

let served: ServedProgram;
beforeAll(async () => {
  served = await serveDemo();
}, 60_000);
afterAll(() => served.close());

async function connectSdk1() {
  const client = new ClientOfSdk1({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('http://catalograph.test:4000/_mcp'), {
    requestInit: { headers: { authorization: `Bearer ${served.token}` } },
    fetch: (input, init) => served.request(new URL(String(input)).pathname, init),
  });
  await client.connect(transport as Transport);
  return client;
}

describe.each([
  ['SDK 1.x', connectSdk1],
  ['SDK 2.x, revisions of 2025', () => connect(served, '2025')],
  ['SDK 2.x, revision of 2026', () => connect(served, '2026')],
])('%s, after it listed the tools', (_, open) => {
  test('reads what is wrong with a refused call, and an answer as text too', async () => {
    const client = await open();
    await client.listTools();
    const values = { finish: 'oyled_oak' };
    const refused = await client.callTool({
      name: 'create_product',
      arguments: { sku: 'NEW', attribute_set: 'lamp', values },
    });
    expect(refused).toMatchObject({ isError: true, content: [{ type: 'text' }] });
    expect(refused).not.toHaveProperty('structuredContent');
    expect(textIn(refused)).toMatchObject({
      code: 'validation-failed',
      status: 422,
      detail: "'oyled_oak' is not an option of set 'finishes'. Did you mean 'oiled_oak'?",
      errors: [{ code: 'option-not-found', pointer: '/values/finish', suggestions: ['oiled_oak'] }],
    });
    const found = await client.callTool({ name: 'get_product', arguments: { ref: 'LO-WREN' } });
    expect(found.structuredContent).toMatchObject({ sku: 'LO-WREN' });
    expect(textIn(found)).toEqual(found.structuredContent);
    await client.close();
  });
});

function textIn(result: object): unknown {
  const { content } = result as { readonly content: [{ readonly text: string }] };
  const [only] = content;
  return JSON.parse(only.text);
}
