import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { exposedTools } from '../../../src/adapters/mcp/exposed-tool.ts';
import { fullArgumentsSchema, toolDefinitions } from '../../../src/adapters/mcp/tool-definition.ts';
import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';
import type { SeededRandom } from '../../support/seeded-random-from.ts';
import { type Answered, type FuzzedDoor, problemFaults } from './fuzz.ts';
import { createJsonMaker, NASTY, type Words } from './made-json.ts';
import type { MadeRequest } from './made-request.ts';

/**
 * The MCP door: calls of tools, and now and then another message of the protocol. Arguments are made by the whole
 * schema of a tool, of which the listed one says a part in words; answers are checked by the listed one.
 */
export function mcpDoor(words: Words): FuzzedDoor {
  const manifest = readManifest(guardedSchema());
  const tools = exposedTools(manifest).map((tool) => ({
    name: tool.mcp.tool,
    inputSchema: fullArgumentsSchema(tool),
  }));
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validators = new Map(
    toolDefinitions(manifest).map(({ name, outputSchema }) => [name, ajv.compile(outputSchema as object)]),
  );
  return {
    name: 'mcp',
    make(random) {
      const json = createJsonMaker(random, words, () => ({}), random.pick([0, 0.03, 0.03, 0.2]));
      const { name, inputSchema } = random.pick(tools);
      const given = json.make(inputSchema, '');
      const params = random.fraction() < 0.01 ? json.anything() : { name, arguments: given };
      return message(random, name, { method: 'tools/call', params });
    },
    validate: ({ name }, answered) => faultsOf(validators.get(name), answered),
  };
}

function message(random: SeededRandom, name: string, call: Record<string, JsonValue>): MadeRequest {
  const happens = (chance: number) => random.fraction() < chance;
  const body: Record<string, JsonValue> = { jsonrpc: '2.0', id: random.integer(0, 999), ...call };
  if (happens(0.01))
    body.method = random.pick(['tools/list', 'initialize', 'ping', 'server/discover', ...NASTY]);
  if (happens(0.01))
    body[random.pick(['id', 'jsonrpc', 'params', 'nope'])] = random.pick([null, 1, 'x', [], {}]);
  const text = JSON.stringify(body);
  return {
    name,
    method: 'POST',
    path: '/_mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: happens(0.01) ? text.slice(0, random.integer(0, text.length)) : text,
  };
}

interface Reported {
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: JsonObject;
  };
  readonly error?: { readonly code: unknown; readonly message: unknown };
}

function faultsOf(validate: ValidateFunction | undefined, { status, headers, text }: Answered): string[] {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json'))
    return problemFaults(JSON.parse(text) as Record<string, unknown>);
  if (status === 202) return text === '' ? [] : ['a 202 with content'];
  const isStream = type.startsWith('text/event-stream');
  if (!isStream && !type.startsWith('application/json')) return [`a ${status} of the type '${type}'`];
  const { result, error } = JSON.parse(isStream ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text) as Reported;
  if (error !== undefined) {
    // A list of mistakes is what the SDK says of messages of its protocol that lack a parameter.
    const isInternal = error.code === -32603 && !String(error.message).startsWith('[');
    return [
      ...(typeof error.code === 'number' && typeof error.message === 'string'
        ? []
        : ['an error without words']),
      ...(isInternal ? [`an internal error: ${error.message}`] : []),
    ];
  }
  if (result === undefined) return ['neither a result nor an error'];
  if (result.isError === true)
    return (result.content?.[0]?.text ?? '') === '' ? ['a refusal without words'] : [];
  if (result.structuredContent === undefined || validate === undefined) return [];
  return validate(result.structuredContent)
    ? []
    : [`no answer of the tool: ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`];
}
