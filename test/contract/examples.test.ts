// Risk: an operation goes out without an example, or with one that the server would not answer like that.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import { findExampleErrors, readExamples } from '../../src/adapters/rest/openapi/examples.ts';
import { openApiDocument } from '../../src/adapters/rest/openapi/openapi-document.ts';
import type { JsonObject, JsonValue } from '../../src/kernel/json.ts';
import type { ProblemCode } from '../../src/kernel/problems/problem-definitions.ts';
import { exampleProblem } from '../../src/kernel/problems/problem-explanations.ts';
import { inPointer } from '../support/openapi-conformance.ts';
import { serveProgram } from '../support/served-program.ts';
import { recordExamples } from './support/record-examples.ts';

const manifest = readManifest(guardedSchema());
const document = openApiDocument(manifest, readExamples());

test('every example of schema/examples.json is answered as it says', async () => {
  const served = await serveProgram();
  try {
    await served.seedDemo();
    const examples = await recordExamples(served);
    // "--update" records them anew.
    await expect(`${JSON.stringify(examples, null, 1)}\n`).toMatchFileSnapshot('../../schema/examples.json');
  } finally {
    await served.close();
  }
}, 120_000);

test('an operation without an example is told with what to do, and so is an example without operation', () => {
  expect(findExampleErrors(document, readExamples())).toEqual([]);
  const { getMe, ...others } = readExamples().operations;
  const examples = { operations: { ...others, getYou: getMe ?? { status: 200 } }, problems: {} };
  const record = 'run "npx vitest run test/contract/examples.test.ts --update" and "npm run generate".';
  expect(findExampleErrors(document, examples)).toEqual([
    `getMe (GET /me) has no example: add a step to test/contract/support/example-tour.ts, then ${record}`,
    `schema/examples.json has an example of getYou, which is no operation: ${record}`,
  ]);
});

/** Every place of the description with an example: JSON Pointer of its schema, and the example. */
function* placesIn(at: JsonValue, pointer: string): Generator<{ schema: string; example: JsonValue }> {
  if (typeof at !== 'object' || at === null) return;
  const { schema, example, examples } = at as JsonObject;
  if (schema !== undefined && example !== undefined) yield { schema: `${pointer}/schema`, example };
  if (schema !== undefined && examples !== undefined)
    for (const name of Object.keys(examples as JsonObject)) {
      const { [name]: shared } = (document.components as JsonObject).examples as Record<string, JsonObject>;
      yield { schema: `${pointer}/schema`, example: shared?.value ?? null };
    }
  for (const [key, below] of Object.entries(at))
    if (key !== 'example' && key !== 'examples')
      yield* placesIn(below as JsonValue, `${pointer}/${inPointer(key)}`);
}

test('every example fits the schema of its place', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  const wrong: string[] = [];
  let count = 0;
  for (const { schema, example } of placesIn(document, '')) {
    const validate = ajv.compile({ $ref: `openapi#${schema}` });
    count += 1;
    if (!validate(example)) wrong.push(`${schema}: ${ajv.errorsText(validate.errors)}`);
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(Object.keys(readExamples().operations).length * 2);
});

test('problems are shown as they were answered, but for those that one client cannot bring about', () => {
  const shown = Object.keys((document.components as JsonObject).examples as JsonObject);
  const recorded = new Set(Object.keys(readExamples().problems));
  expect(shown.filter((code) => !recorded.has(code))).toEqual([
    ...['expired-link', 'expired-token', 'filter-too-broad', 'filter-too-complex', 'history-incomplete'],
    ...['idempotency-in-progress', 'internal-error', 'invalid-operator', 'last-owner', 'not-available-yet'],
    ...['rate-limited', 'service-unavailable', 'storage-full', 'unknown-attribute'],
  ]);
});

test('the page of a problem tells of the same members as an answer has', () => {
  const differing = Object.entries(readExamples().problems).flatMap(([code, recorded]) => {
    const page = exampleProblem(code as ProblemCode, 'https://pim.example.com');
    // Whether fields are at fault, and which message says so, differs from case to case.
    const [reported, answered] = [page, recorded].map(
      ({ errors: _fields, message_key: _key, params: _params, ...one }) => Object.keys(one).sort().join(),
    );
    return reported === answered ? [] : [`${code}: ${reported} on its page, ${answered} in an answer`];
  });
  expect(differing).toEqual([]);
});
