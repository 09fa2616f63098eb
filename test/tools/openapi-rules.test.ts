// Risk: a rule of redocly.yaml looks at the wrong place and so never finds anything.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const BAD = {
  openapi: '3.1.0',
  info: { title: 'Bad', version: '1', description: 'Breaks every rule of ours once.' },
  servers: [{ url: '/api' }],
  tags: [{ name: 'a', description: 'A.' }],
  paths: {
    '/Attribute_Sets': {
      get: {
        operationId: 'a',
        description: 'A.',
        tags: ['a'],
        parameters: [{ in: 'query', name: 'pageSize', schema: { type: 'integer' } }],
        responses: { '200': { description: 'A.' }, '404': { description: 'No.' } },
      },
    },
  },
  components: {
    responses: {
      Problem400: { description: 'No.', content: { 'application/json': { schema: { type: 'object' } } } },
    },
    schemas: { A: { type: 'object', properties: { skuCode: { type: 'string' } } } },
  },
};

interface Finding {
  readonly ruleId: string;
  readonly location: readonly { readonly pointer: string }[];
}

const OWN = 'rule/';

test('each rule of ours finds what breaks it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'catalograph-openapi-'));
  const file = join(dir, 'bad.json');
  await writeFile(file, JSON.stringify(BAD));
  const lint = ['lint', '--format=json', `--config=${at('redocly.yaml')}`, file];
  try {
    const report = await promisify(execFile)(at('node_modules/.bin/redocly'), lint).catch(
      (error: { stdout: string }) => error,
    );
    const { problems } = JSON.parse(report.stdout) as { readonly problems: readonly Finding[] };
    const own = problems.filter(({ ruleId }) => ruleId.startsWith(OWN));
    const lines = own.map(
      ({ ruleId, location }) => `${ruleId.slice(OWN.length)} ${location[0]?.pointer.split('/').at(-1)}`,
    );
    expect(lines.sort()).toEqual([
      'keys-in-snake-case skuCode',
      'operation-tells-its-scope get',
      'parameters-in-snake-case name',
      'paths-in-kebab-case ~1Attribute_Sets',
      'problems-are-problems content',
      'refusals-are-shared 404',
    ]);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('the rule of shared refusals lists every refusal of the document', async () => {
  const document = JSON.parse(await readFile(at('schema/openapi.json'), 'utf8')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses?: object }>>>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const statuses = new Set(operations.flatMap(({ responses = {} }) => Object.keys(responses)));
  const rules = await readFile(at('redocly.yaml'), 'utf8');
  const listed = new Set(rules.match(/(?<=')\d{3}(?=')/g));
  expect([...statuses].filter((status) => status >= '400' && !listed.has(status))).toEqual([]);
});
