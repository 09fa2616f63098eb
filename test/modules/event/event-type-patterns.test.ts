// Risk: a pattern stands for other events than its reader thinks, or shows somebody events of what they may not read.
import { expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { nodeScopeOf } from '../../../src/graphql/read-scope.ts';
import { RequestError } from '../../../src/kernel/errors.ts';
import { LEDGER_RESOURCES } from '../../../src/kernel/event.ts';
import { SCOPES, type Scope } from '../../../src/kernel/scopes.ts';
import { expandPatterns, selectReadableTypes } from '../../../src/modules/event/event-type-patterns.ts';
import { EVENT_TYPES, RESOURCE_EVENTS } from '../../../src/modules/event/event-types.ts';
import { sessionOf } from '../../support/catalogue.ts';

function faultOf(act: () => unknown): RequestError {
  try {
    act();
  } catch (error) {
    if (error instanceof RequestError) return error;
  }
  throw new Error('It was not refused.');
}

test.each([
  [null, EVENT_TYPES],
  [['*'], EVENT_TYPES],
  [['category.*'], ['category.created', 'category.updated', 'category.deleted']],
  [
    ['product.*'],
    [
      'product.created',
      'product.updated',
      'product.deleted',
      'product.restored',
      'product.purged',
      'product.live_changed',
    ],
  ],
  [['option.*'], ['option.created', 'option.updated', 'option.deleted']],
  [
    ['product.deleted', 'category.updated', 'product.deleted'],
    ['category.updated', 'product.deleted'],
  ],
  [['organization.*'], ['organization.updated']],
])('%j stands for its events', (patterns, types) => {
  expect(expandPatterns(patterns)).toEqual(types);
});

test.each([
  ['produkt.*', ['product.*']],
  ['product.changed', ['product.created', 'product.purged', 'product.deleted']],
  ['product', ['product.*', 'product.created', 'product.deleted']],
  ['*.created', ['media.created']],
  ['product.', ['product.*', 'product.created', 'product.deleted']],
  ['', []],
  ['.*', []],
  ['category.restored', ['category.created', 'category.deleted', 'category.updated']],
])('refuses %j and says what was probably meant', (pattern, suggestions) => {
  const { code, parameters } = faultOf(() => expandPatterns(['product.*', pattern]));
  expect({ code, parameters }).toEqual({
    code: 'invalid-parameter',
    parameters: { parameter: 'types', value: pattern, suggestions },
  });
});

test('takes 1 to 100 patterns', () => {
  expect(expandPatterns(Array.from({ length: 100 }, () => 'product.created'))).toEqual(['product.created']);
  for (const count of [0, 101]) {
    const fault = faultOf(() => expandPatterns(Array.from({ length: count }, () => 'product.created')));
    expect(fault.detail).toBe(`types takes 1 to 100 patterns, not ${count}; leave it out for all types.`);
  }
});

const tokenFor = (...scopes: Scope[]) => sessionOf('org', 'owner', scopes);

test('leaves out what a token may not read', () => {
  const types = expandPatterns(['product.created', 'channel.*', 'entity_type.created', 'attribute.created']);
  expect(selectReadableTypes(tokenFor('products:read'), types)).toEqual(['product.created']);
  expect(selectReadableTypes(tokenFor('entities:read'), types)).toEqual(['entity_type.created']);
  expect(selectReadableTypes(tokenFor('attributes:read'), types)).toEqual([
    'attribute.created',
    'entity_type.created',
  ]);
  expect(selectReadableTypes(sessionOf('org', 'viewer'), EVENT_TYPES)).toEqual(EVENT_TYPES);
});

test('refuses what would never answer anything, naming the scopes that would', () => {
  const { code, parameters } = faultOf(() =>
    selectReadableTypes(
      tokenFor('products:read', 'channels:write' as Scope),
      expandPatterns(['channel.*', 'media.*']),
    ),
  );
  expect([code, parameters.required_scopes]).toEqual(['insufficient-scope', ['settings:read', 'media:read']]);
});

test('an event needs the scope that reading its object needs', () => {
  const schema = guardedSchema();
  const scopes = LEDGER_RESOURCES.map((resource) => {
    const { type, scope } = RESOURCE_EVENTS[resource];
    return [type, scope, nodeScopeOf(schema.getType(type))] as const;
  });
  // The name of the organization is open to all its members; who changed its settings when is not.
  const others = scopes.filter(([type]) => type !== 'Organization');
  expect(others.filter(([, scope, ofNode]) => JSON.stringify(scope) !== JSON.stringify(ofNode))).toEqual([]);
  expect(RESOURCE_EVENTS.organization.scope).toBe('settings:read');
  const open = EVENT_TYPES.filter((type) =>
    SCOPES.every((scope) => {
      try {
        return selectReadableTypes(tokenFor(scope), [type]).length === 1;
      } catch {
        return false;
      }
    }),
  );
  expect(open).toEqual([]);
});
