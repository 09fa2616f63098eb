// Risk: an endpoint that asked for some attributes never learns of a status, a category or another resource.
import { expect, test } from 'vitest';
import { createMatcher } from '../../../../src/modules/webhook/fan-out/match-event.ts';

const matcher = createMatcher({ events: ['*'], changedAttributes: ['stock'], fromSequence: 0 });

test.each<readonly [type: string, paths: readonly string[], mismatch: string | null]>([
  ['product.updated', ['values.stock'], null],
  ['product.updated', ['values.name'], 'attributes'],
  ['product.updated', ['values.name', 'values.stock'], null],
  ['product.updated', ['status'], null],
  ['product.updated', ['values.name', 'status'], null],
  ['product.updated', ['categories'], null],
  ['product.updated', ['external_refs.erp'], null],
  ['product.created', [], null],
  ['product.deleted', [], null],
  ['product.restored', [], null],
  ['category.updated', ['labels'], null],
  ['entity.updated', ['values.name'], null],
  ['attribute.updated', ['validation'], null],
])('an endpoint for the attribute stock: %s of %j', (type, paths, mismatch) => {
  expect(matcher.mismatchOfContent({ type, paths })).toBe(mismatch);
});
