// Risk: a release takes away what clients of the last one use, or the check cries wolf and is switched off.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import { contractOf, findBreaks, type PublishedFiles } from '../../src/tools/check-compatibility.ts';

const read = (name: string) => readFile(new URL(`../../schema/${name}`, import.meta.url), 'utf8');
const now: PublishedFiles = Object.fromEntries(
  await Promise.all(
    ['schema.graphql', 'openapi.json', 'events.json', 'mcp-tools.json'].map(
      async (name) => [name, await read(name)] as const,
    ),
  ),
);
const TODAY = '2027-01-01';

type Mutable = { [key: string]: Mutable } & { required?: string[]; enum?: string[] };
/** What clients of the present schema would hear after a change of the REST description. */
function afterChange(
  change: (document: Mutable) => void,
  released: PublishedFiles = contractOf(now),
): string[] {
  const document = JSON.parse(now['openapi.json'] ?? '') as Mutable;
  change(document);
  return findBreaks(released, { ...now, 'openapi.json': JSON.stringify(document as JsonObject) }, TODAY);
}
const at = (document: Mutable, ...keys: string[]): Mutable =>
  keys.reduce((below, key) => below[key] ?? {}, document);
const schemas = (document: Mutable) => at(document, 'components', 'schemas');

test('a release has no breaks against itself, words and examples aside', () => {
  expect(findBreaks(contractOf(now), now, TODAY)).toEqual([]);
  expect(findBreaks(now, contractOf(now), TODAY)).toEqual([]);
});

test('a route that is gone is told, until the day that was announced', () => {
  const remove = (document: Mutable) => {
    delete at(document, 'paths', '/channels').get;
  };
  expect(afterChange(remove)).toEqual(['GET /channels (listChannels) is gone.']);
  for (const [sunset, breaks] of [
    ['2027-01-02', ['GET /channels (listChannels) is gone.']],
    ['2026-12-31', []],
  ] as const) {
    const announced = JSON.parse(now['openapi.json'] ?? '') as Mutable;
    Object.assign(at(announced, 'paths', '/channels', 'get'), { deprecated: true, 'x-sunset': sunset });
    const released = contractOf({ ...now, 'openapi.json': JSON.stringify(announced) });
    expect(afterChange(remove, released)).toEqual(breaks);
  }
});

test('in REST every way of taking something away is told with its place', () => {
  const reported = (change: (document: Mutable) => void) => afterChange(change)[0];
  expect(
    reported((document) => {
      delete at(schemas(document), 'Channel', 'properties').currencies;
    }),
  ).toBe("'currencies' of an entry of 'items' of the 200 of GET /channels (listChannels) is gone.");
  expect(
    reported((document) => {
      at(schemas(document), 'CreateChannelInput').required?.push('labels');
    }),
  ).toBe("'labels' of the body of POST /channels (createChannel) has to be sent now.");
  expect(
    reported((document) => {
      at(schemas(document), 'SetProductStatusInput', 'properties', 'status').enum?.shift();
    }),
  ).toBe(
    "'status' of the body of POST /products/{ref}/status (setProductStatus) takes no 'archived' any more.",
  );
  expect(
    reported((document) => {
      Object.assign(at(schemas(document), 'CreateLocaleInput', 'properties', 'code'), { type: 'integer' });
    }),
  ).toBe("'code' of the body of POST /locales (createLocale) takes no string any more.");
  expect(
    reported((document) => {
      Object.assign(at(schemas(document), 'Job', 'properties', 'type'), { type: ['string', 'null'] });
    }),
  ).toBe("'type' of the 202 of POST /import-export/akeneo-folders (importAkeneoFolder) can be null now.");
  expect(
    reported((document) => {
      Object.assign(at(document, 'paths', '/me', 'get'), {
        'x-required-scopes': 'the scope `settings:read`',
      });
    }),
  ).toBe('GET /me (getMe) needs the scope `settings:read` now, and not a valid token.');
  expect(
    reported((document) => {
      const operation = at(document, 'paths', '/me', 'get');
      Object.assign(operation, { 'x-required-scopes': 'the scope `settings:read` or a valid token' });
    }),
  ).toBeUndefined();
  expect(
    reported((document) => {
      const operation = at(document, 'paths', '/products', 'get') as unknown as {
        parameters: { name: string }[];
      };
      operation.parameters = operation.parameters.filter(({ name }) => name !== 'sort');
    }),
  ).toBe("The parameter 'sort' of GET /products (listProducts) is gone.");
});

test('what is added breaks nothing', () => {
  const added = afterChange((document) => {
    at(document, 'paths')['/news'] = at(document, 'paths', '/me');
    at(schemas(document), 'Channel', 'properties').motto = { type: 'string' } as unknown as Mutable;
    at(schemas(document), 'CreateChannelInput', 'properties').motto = {
      type: 'string',
    } as unknown as Mutable;
    at(schemas(document), 'Job', 'properties', 'type').enum?.push('dream');
    at(schemas(document), 'SetProductStatusInput', 'properties', 'status').enum?.push('resting');
  });
  expect(added).toEqual([]);
});

test('in GraphQL a field may go once it was deprecated, and nothing else may', () => {
  const graphql = (text: string): PublishedFiles => ({ 'schema.graphql': text });
  const old = graphql(
    'enum Color { RED GREEN } type Lamp { color: Color, old: Int @deprecated(reason: "Use color.") } type Query { lamp(id: ID): Lamp }',
  );
  const next = graphql('enum Color { RED } type Lamp { color: Color } type Query { lamp(id: ID!): Lamp }');
  expect(findBreaks(old, next, TODAY)).toEqual([
    'In GraphQL: GREEN was removed from enum type Color.',
    'In GraphQL: Query.lamp arg id has changed type from ID to ID!.',
  ]);
});

test('an event or a tool that is gone is told, and so is what is gone of it', () => {
  const tool = (properties: object) => ({
    name: 'find',
    inputSchema: { type: 'object', properties, additionalProperties: false },
    outputSchema: { type: 'object', properties: { found: { type: 'string' } }, required: ['found'] },
  });
  const old = {
    'events.json': '{"$defs":{"a.created":{"type":"object","properties":{"id":{}}},"a.deleted":{}}}',
    'mcp-tools.json': JSON.stringify({ tools: [tool({ q: { type: 'string' } }), { name: 'gone' }] }),
  };
  const next = {
    'events.json': '{"$defs":{"a.created":{"type":"object","properties":{}}}}',
    'mcp-tools.json': JSON.stringify({ tools: [tool({})] }),
  };
  expect(findBreaks(old, next, TODAY)).toEqual([
    "'id' of the event 'a.created' is gone.",
    "The event 'a.deleted' is gone.",
    "'q' of the input of 'find' is not taken any more.",
    "The tool 'gone' is gone.",
  ]);
});

test('the recorded contract is that of the version in package.json', async () => {
  const { version } = JSON.parse(await read('../package.json')) as { version: string };
  expect(await read('released/VERSION')).toBe(`${version}\n`);
});

const TOOL = fileURLToPath(new URL('../../src/tools/check-compatibility.ts', import.meta.url));

function run(...given: string[]): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [TOOL, ...given], (error, stdout, stderr) =>
      resolve({ exitCode: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    );
  });
}

test('the command refuses what breaks clients of the recorded version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const publish = async (files: PublishedFiles) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  };
  await publish(now);
  expect(await run('--schema', folder)).toEqual({
    exitCode: 0,
    output: 'No release is recorded yet, so there is nothing that could break.\n',
  });
  expect(await run('--schema', folder, '--record', '1.2.3')).toMatchObject({ exitCode: 0 });
  expect(await run('--schema', folder)).toEqual({ exitCode: 0, output: '' });

  const sdl = now['schema.graphql']?.replace('  createChannel(', '  makeChannel(') ?? '';
  const tools = JSON.parse(now['mcp-tools.json'] ?? '') as { tools: { name: string }[] };
  const others = tools.tools.filter(({ name }) => name !== 'search_products');
  await publish({ 'schema.graphql': sdl, 'mcp-tools.json': JSON.stringify({ tools: others }) });
  expect(await run('--schema', folder)).toEqual({
    exitCode: 1,
    output: `These changes break clients of release 1.2.3:
- In GraphQL: Mutation.createChannel was removed.
- The tool 'search_products' is gone.
Keep what they use, or announce the removal first: docs/releasing.md.
`,
  });
  expect((await run('--unknown')).exitCode).toBe(2);
});
