// Risk: a rule of .spectral.yaml looks at the wrong place and so never finds anything.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  readonly code: string;
  readonly path: readonly string[];
}

test('each rule of ours finds what breaks it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'catalograph-openapi-'));
  const file = join(dir, 'bad.json');
  await writeFile(file, JSON.stringify(BAD));
  const lint = ['lint', '--format=json', '--quiet', '-r', at('.spectral.yaml'), file];
  try {
    const found = await promisify(execFile)(at('node_modules/.bin/spectral'), lint).catch(
      (error: { stdout: string }) => error,
    );
    const findings = JSON.parse(found.stdout) as Finding[];
    const own = findings.filter(({ code }) => !/^(oas3|info|operation-tag)/.test(code));
    expect(own.map(({ code, path }) => `${code} ${path.at(-1)}`).sort()).toEqual([
      'keys-in-snake-case skuCode',
      'operation-tells-its-scope get',
      'parameters-in-snake-case name',
      'paths-in-kebab-case /Attribute_Sets',
      'problems-are-problems content',
      'refusals-are-shared 404',
    ]);
  } finally {
    await rm(dir, { recursive: true });
  }
});
