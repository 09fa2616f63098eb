// Risk: `dry_run` is sent in the wrong place and what was meant as a trial is stored, or one of two values wins unseen.
import { describe, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { joinedWithQuery } from '../../../src/adapters/rest/body-variables.ts';
import { ValidationFailed } from '../../../src/kernel/errors.ts';
import type { JsonValue } from '../../../src/kernel/json.ts';

const routes = readManifest(guardedSchema()).operations.flatMap(({ effect, rest }) =>
  effect === 'read'
    ? []
    : rest.flatMap((route) => (route.body === null ? [] : [{ ...route, body: route.body }])),
);
type Written = (typeof routes)[number];

function joined(route: Written, json: JsonValue, query: string): JsonValue {
  return joinedWithQuery(route, route.body, json, new URLSearchParams(query));
}

function problemsOf(attempt: () => unknown): unknown {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.errors.map(({ code, path, message }) => ({ code, path, message }));
  }
}

const inBody = routes.filter(({ body }) => body.shape.keys.has('dry_run'));
const inQuery = routes.filter(({ body, hasDryRun }) => hasDryRun && !body.shape.keys.has('dry_run'));

test('every write with a body takes dry_run in the query, but for those that have no dry run', () => {
  const takesNone = routes.filter(({ parameters }) => !parameters.some(({ name }) => name === 'dry_run'));
  expect(takesNone.map(({ operationId }) => operationId).sort()).toMatchInlineSnapshot(`
    [
      "createAccessToken",
      "createStorefrontKey",
      "importAkeneoFolder",
      "previewBulkEdit",
      "previewImport",
      "rotateAccessToken",
      "rotateStorefrontKey",
    ]
  `);
});

describe('in the body of a job', () => {
  test.each(inBody.map((route) => [route.operationId, route] as const))('%s', (_id, route) => {
    expect(joined(route, {}, 'dry_run=true')).toEqual({ dry_run: true });
    expect(joined(route, {}, 'dry_run=false')).toEqual({ dry_run: false });
    expect(joined(route, { dry_run: false }, '')).toEqual({ dry_run: false });
    expect(joined(route, { dry_run: true }, 'dry_run=true')).toEqual({ dry_run: true });
    expect(problemsOf(() => joined(route, { dry_run: false }, 'dry_run=true'))).toMatchObject([
      { code: 'value-not-allowed', path: ['dry_run'] },
    ]);
  });
});

test('in the body of any other write it is refused with its place', () => {
  for (const route of inQuery) {
    expect(
      problemsOf(() => joined(route, { dry_run: true }, '')),
      route.operationId,
    ).toEqual([
      {
        code: 'unknown-property',
        path: ['dry_run'],
        message: "'dry_run' is a parameter of the query. Send ?dry_run=true and leave it out of the body.",
      },
    ]);
  }
  expect(inQuery.length).toBeGreaterThan(50);
});

test('mode and error_policy of a batch cannot say one thing in the query and another in the body', () => {
  const batches = routes.filter(({ body }) => body.itemsKey === 'items' && body.shape.keys.has('mode'));
  for (const route of batches) {
    expect(
      problemsOf(() => joined(route, { mode: 'create' }, 'mode=update')),
      route.operationId,
    ).toMatchObject([{ code: 'value-not-allowed', path: ['mode'] }]);
    expect(joined(route, { mode: 'create' }, 'mode=create')).toEqual({ mode: 'create' });
  }
  expect(batches.length).toBeGreaterThan(10);
});
