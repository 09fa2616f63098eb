// Risk: something that an agent sends makes the server fail, or answers what the tool never promised.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { exposedTools } from '../../../src/adapters/mcp/exposed-tool.ts';
import { fullArgumentsSchema, toolDefinitions } from '../../../src/adapters/mcp/tool-definition.ts';
import { arbitraryJson } from '../../support/arbitrary-json.ts';
import type { ServedProgram } from '../../support/served-program.ts';
import { serveDemo } from './mcp-client.ts';

/** Calls of each tool; more of them on demand. */
const CALLS = Number(process.env.FUZZ_CALLS ?? 30);
const SEED = Number(process.env.TEST_SEED ?? 20_261_121);

/** What the demo catalogue knows, and what nobody should trip over. */
const WORDS = [
  ...[
    'lamp',
    'LO-WREN',
    'LO-BULB-4W',
    'webshop',
    'en_US',
    'de_DE',
    'title',
    'finish',
    'wattage',
    'oiled_oak',
  ],
  ...[
    'table_lamps',
    'EUR',
    'photo',
    'gtin',
    '2026-01-01',
    `prd_${'0'.repeat(31)}1`,
    '__proto__',
    'constructor',
  ],
  ...[
    '',
    ' ',
    '\u0000',
    'a\ud800',
    '🦄'.repeat(30),
    "'; DROP TABLE product; --",
    '<script>',
    '%2F',
    '\\u0000',
  ],
];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const manifest = readManifest(guardedSchema());
const listed = new Map(toolDefinitions(manifest).map((tool) => [tool.name, tool]));
/** With arguments to the last key, of which the listed schema says a part in words. */
const tools = exposedTools(manifest).map((tool) => ({
  name: tool.mcp.tool,
  inputSchema: fullArgumentsSchema(tool),
  outputSchema: listed.get(tool.mcp.tool)?.outputSchema,
}));

let served: ServedProgram;
beforeAll(async () => {
  served = await serveDemo({ RATE_LIMIT_PER_MINUTE: '1000000' });
}, 60_000);
afterAll(() => served.close());

interface Message {
  readonly error?: { readonly code: number };
  readonly result?: {
    readonly content: readonly { readonly text: string }[];
    readonly isError?: true;
  };
}

test.each(tools)(
  '$name answers whatever it is given',
  async ({ name, inputSchema, outputSchema }) => {
    const fits = ajv.compile(outputSchema as object);
    const calls = fc.sample(arbitraryJson(inputSchema, WORDS), { numRuns: CALLS, seed: SEED });
    const wrong: string[] = [];
    for (const given of calls) {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      });
      const response = await served.request('/_mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${served.token}`,
        },
        body,
      });
      const text = await response.text();
      const faults = faultsOf(response.status, text, (json) =>
        fits(json) ? '' : ajv.errorsText(fits.errors),
      );
      if (faults.length > 0)
        wrong.push(`${faults.join(', ')}: ${body.slice(0, 2_000)} -> ${text.slice(0, 500)}`);
    }
    expect(wrong).toEqual([]);
  },
  600_000,
);

function faultsOf(status: number, text: string, mismatch: (json: object) => string): string[] {
  if (status !== 200) return [`status ${status}`];
  const { error, result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Message;
  // Arguments that are no object are a mistake in the message.
  if (error !== undefined) return error.code === -32602 ? [] : [`error ${error.code}`];
  if (result === undefined) return ['no result'];
  const { content, isError } = result;
  const answer = content[0]?.text ?? '';
  const faults = Buffer.byteLength(answer) > 25_000 ? ['too large'] : [];
  const json = JSON.parse(answer) as Record<string, unknown>;
  if (isError !== true) return [...faults, ...[mismatch(json)].filter((one) => one !== '')];
  if (json.code === 'internal-error' || json.code === 'invalid-document') faults.push(String(json.code));
  if (typeof json.hint !== 'string' || typeof json.detail !== 'string') faults.push('no advice');
  return faults;
}
