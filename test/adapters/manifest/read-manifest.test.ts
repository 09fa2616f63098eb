// Risk: an exposure that contradicts itself is found by a caller instead of at the start.
import { describe, expect, test } from 'vitest';
import { checkDocuments } from '../../../src/adapters/manifest/check-documents.ts';
import { ManifestError } from '../../../src/adapters/manifest/manifest-issue.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { type Saying, SOUND_FIELDS, SOUND_TYPES, toySchema } from './toy-schema.ts';

const operation = (name: string) => {
  const matchingOperation = readManifest(toySchema()).operations.find((one) => one.name === name);
  if (matchingOperation === undefined) throw new Error(`no ${name}`);
  return matchingOperation;
};

describe('a sound schema', () => {
  test('gives its exposed fields, routes and their parts', () => {
    const routes = readManifest(toySchema()).operations.flatMap(({ name, rest }) =>
      rest.map(({ operationId, method, path, parameters, body }) => ({
        name,
        route: `${operationId}: ${method} ${path}`,
        parameters: parameters.map((one) => `${one.in} ${one.name}`).join(', '),
        body: [...(body?.shape.keys.keys() ?? [])].join(', '),
      })),
    );
    expect(routes).toEqual([
      {
        name: 'createLamp',
        route: 'createLamp: POST /lamps',
        parameters: 'query form, query locales, query fields, query expand, query dry_run',
        body: 'code, status, labels, cells, clear, tags, link, power',
      },
      { name: 'deleteLamp', route: 'deleteLamp: DELETE /lamps/{code}', parameters: 'path code', body: '' },
      {
        name: 'lamp',
        route: 'getLamp: GET /lamps/{code}',
        parameters: 'path code, query form, query locales, query fields, query expand',
        body: '',
      },
      {
        name: 'lamp.parts',
        route: 'listParts: GET /lamps/{code}/parts',
        parameters:
          'path code, query limit, query search_after, query form, query locales, query fields, query expand, query with_count',
        body: '',
      },
      {
        name: 'lamps',
        route: 'listLamps: GET /lamps',
        parameters:
          'query filter, query sort, query limit, query search_after, query form, query locales, query fields, query expand, query with_count',
        body: '',
      },
      {
        name: 'lamps',
        route: 'searchLamps: POST /lamps/search',
        parameters: '',
        body: 'filter, sort, limit, search_after, form, locales, fields, expand, with_count',
      },
      {
        name: 'updateLamp',
        route: 'updateLamp: PATCH /lamps/{code}',
        parameters:
          'path code, query form, query locales, query fields, query expand, query dry_run, query upsert',
        body: 'status, labels, cells, clear, tags',
      },
      { name: 'upsertLamps', route: 'upsertLamps: POST /lamps/batch', parameters: '', body: 'items' },
    ]);
  });

  test('makes one document, in which keys and expansions are switched by variables', () => {
    const [route] = operation('lamp').rest;
    expect(route?.prepared.text).toMatchInlineSnapshot(`
      "query getLamp($code: String!, $locale: String, $form: Form! = CELLS, $locales: [String!], $f_code: Boolean! = true, $f_status: Boolean! = true, $f_brand: Boolean! = true, $f_labels: Boolean! = true, $f_values: Boolean! = true, $e_parts: Boolean! = false, $e_more: Boolean! = false) {
        lamp(code: $code) {
          id
          code @include(if: $f_code)
          version
          status @include(if: $f_status)
          brand @include(if: $f_brand) {
            code
          }
          labels(locale: $locale) @include(if: $f_labels) {
            locale
            text
          }
          values: data(form: $form, locales: $locales) @include(if: $f_values)
          ... @include(if: $e_parts) {
            parts(first: 3) {
              nodes {
                code
              }
            }
          }
          ... @include(if: $e_more) {
            cells
            tags
            link {
              ref
              quantity
            }
            power
          }
        }
      }"
    `);
  });

  test('says which refusals a write can answer, with every slug of their kinds', () => {
    expect(
      operation('updateLamp').errors.map(({ type, statuses, keys }) => ({
        type,
        statuses,
        details: keys.map(({ key }) => key),
      })),
    ).toEqual([
      { type: 'Conflict', statuses: [409], details: ['allowed'] },
      { type: 'NotFound', statuses: [404, 410], details: [] },
    ]);
  });

  test('knows where an object is found that a POST makes', () => {
    expect(operation('createLamp').rest[0]?.location).toBe('/lamps/{code}');
  });
});

/** The sound view of a lamp, and one field more. */
const lampViewWith = (field: string) => (SOUND_TYPES.Lamp?.view ?? '').replace('{ id ', `{ id ${field} `);

describe('refuses', () => {
  const lamp = SOUND_FIELDS['Query.lamp'];
  const update = SOUND_FIELDS['Mutation.updateLamp'];
  const secret = { Secret: { pothosOptions: { authScopes: { holds: 'settings:read' } } } as object };
  const FOR_AGENTS = ['Query.lamp', 'Query.lamps', 'Mutation.createLamp', 'Mutation.upsertLamps'];
  const cases: Record<string, { readonly saying: Saying; readonly sentence: string }> = {
    'a path parameter without argument': {
      saying: { fields: { 'Query.lamp': { ...lamp, rest: { method: 'GET', path: '/lamps/{sku}' } } } },
      sentence:
        'The path /lamps/{sku} of getLamp has the parameter {sku}, but the field has no such argument and its input no such key.',
    },
    'two fields on one route': {
      saying: {
        fields: {
          'Query.lamp': { ...lamp, rest: { method: 'GET', path: '/lamps/{code}/parts' } },
        },
      },
      sentence: 'lamp and lamp.parts are both at GET /lamps/{code}/parts.',
    },
    'two routes of one name': {
      saying: {
        fields: {
          'Query.lamp': { ...lamp, rest: { method: 'GET', path: '/lamps/{code}', name: 'listParts' } },
        },
      },
      sentence: "lamp and lamp.parts have a route named 'listParts'.",
    },
    'a view on the wrong type': {
      saying: { types: { Lamp: { view: '{ id version sku }' } } },
      sentence: "The view of getLamp cannot be written as JSON: Lamp has no field 'sku'.",
    },
    'a view with an argument that its field does not take': {
      saying: { types: { Lamp: { ...SOUND_TYPES.Lamp, view: lampViewWith('name: code(in: 3)') } } },
      sentence: 'The view of getLamp does not fit the schema: Unknown argument "in" on field "Lamp.code".',
    },
    'a view that is no selection': {
      saying: { types: { Lamp: { view: '{ id ' } } },
      sentence: 'The view of getLamp is not a selection: Syntax Error: Expected Name, found <EOF>.',
    },
    'two keys of a view with one name': {
      saying: { types: { Lamp: { view: '{ id version brandName: code brand_name: code }' } } },
      sentence:
        "The view of getLamp cannot be written as JSON: both 'brandName' and 'brand_name' would be 'brand_name'.",
    },
    'a keyed list without its key': {
      saying: { types: { Lamp: { view: '{ id version labels { text } }' } } },
      sentence:
        "The view of getLamp cannot be written as JSON: its list of Label is an object by 'locale', so it has to select that.",
    },
    'a field that answers a type without view': {
      saying: { types: { Lamp: { view: undefined } as object } },
      sentence: 'getLamp answers Lamp, which has no view: declare one beside the type.',
    },
    'an effect and a method that disagree': {
      saying: {
        fields: {
          'Mutation.updateLamp': { ...update, rest: { method: 'DELETE', path: '/lamps/{code}/off' } },
        },
      },
      sentence: 'updateLamp is a write operation, which DELETE /lamps/{code}/off must not be.',
    },
    'an exposed field without scope': {
      saying: {
        fields: {
          'Query.lamp': { rest: { method: 'GET', path: '/lamps/{code}' }, operation: undefined } as object,
        },
      },
      sentence: 'lamp is exposed without an operation, so nobody knows its scope.',
    },
    'an exposed field without description': {
      saying: { descriptions: { 'Query.lamp': null } },
      sentence: 'lamp is exposed without a description.',
    },
    'an input with keys that no view shows': {
      saying: {
        types: { Lamp: { ...SOUND_TYPES.Lamp, expansions: { more: 'cells link { quantity }' } } },
      },
      sentence:
        'createLamp writes tags, power, which no view or expansion of Lamp shows. Add them to the view, or say in check-input-readable.ts why they cannot be read.',
    },
    'an input with a key of a part that no view shows': {
      saying: {
        types: {
          Lamp: { ...SOUND_TYPES.Lamp, expansions: { more: 'cells tags link { ref also: ref } power' } },
        },
      },
      sentence:
        'createLamp writes link.quantity, which no view or expansion of Lamp shows. Add them to the view, or say in check-input-readable.ts why they cannot be read.',
    },
    'a view of a single object without its version': {
      saying: { types: { Lamp: { view: '{ id code }' } } },
      sentence: "The view of lamp does not select 'version', so its answer could have no ETag.",
    },
    "a view that needs more than its operation's scope": {
      saying: {
        types: { Lamp: { ...SOUND_TYPES.Lamp, view: lampViewWith('secret { word }') }, ...secret },
      },
      sentence: "The view of lamp needs settings:read, more than its operation's scope.",
    },
    'two tools of one name': {
      saying: {
        fields: {
          'Query.lamp': { ...lamp, mcp: { tool: 'lights' } },
          'Query.lamps': { ...SOUND_FIELDS['Query.lamps'], mcp: { tool: 'lights' } },
        },
      },
      sentence: "lamp and lamps are both the tool 'lights'.",
    },
    'a tool of a field without a route': {
      saying: {
        fields: {
          'Query.lamp': {
            operation: SOUND_FIELDS['Query.lamp']?.operation,
            rest: [],
            mcp: { tool: 'get_lamp' },
          } as object,
        },
      },
      sentence: 'lamp is a tool without a route: give it one, or make the tool a view of another field.',
    },
    'a field for agents that does not say so': {
      saying: { fields: { 'Query.lamp': { ...lamp, mcp: { tool: 'get_lamp', agentsOnly: true } } } },
      sentence:
        'lamp has to be tagged in its extensions and in its description as one for agents, or in none.',
    },
    'a field for agents with a route': {
      saying: {
        fields: { 'Query.lamp': { ...lamp, mcp: { tool: 'get_lamp', agentsOnly: true } } },
        descriptions: { 'Query.lamp': 'For agents. One lamp.' },
      },
      sentence: 'lamp is tagged as one for agents, but has a route.',
    },
    'more than three fields for agents': {
      saying: {
        fields: Object.fromEntries(
          FOR_AGENTS.map((name) => [
            name,
            { ...SOUND_FIELDS[name], rest: [], mcp: { tool: name.replace('.', '_'), agentsOnly: true } },
          ]),
        ),
        descriptions: Object.fromEntries(FOR_AGENTS.map((name) => [name, 'For agents. Something.'])),
      },
      sentence: 'lamp, lamps, createLamp, upsertLamps are for agents alone; there can be 3.',
    },
    'a tool that tries by default but cannot': {
      saying: {
        fields: {
          'Mutation.deleteLamp': {
            ...SOUND_FIELDS['Mutation.deleteLamp'],
            mcp: { tool: 'delete_lamp', dryRunByDefault: true },
          },
        },
      },
      sentence: "The tool delete_lamp is to try by default, but deleteLamp takes no 'dryRun'.",
    },
    'an exposed field of an object without a parent': {
      saying: { fields: { 'Lamp.parts': { rest: { method: 'GET', path: '/lamps/{code}/parts' } } } },
      sentence: 'Lamp.parts is exposed but is no root field, so it has to name one query as its parent.',
    },
    'a parent that answers something else': {
      saying: {
        fields: { 'Lamp.parts': { rest: { method: 'GET', path: '/lamps/{code}/parts', parent: 'lamps' } } },
      },
      sentence: "Lamp.parts names the parent 'lamps', which does not answer one Lamp.",
    },
    'an upsert by something that is no batch': {
      saying: {
        fields: {
          'Mutation.updateLamp': {
            ...update,
            rest: { method: 'PATCH', path: '/lamps/{code}', upsert: { field: 'createLamp' } },
          },
        },
      },
      sentence: "updateLamp upserts by 'createLamp', which is no batch write.",
    },
    'a removal without days': {
      saying: {
        fields: { 'Query.lamp': { ...lamp, deprecation: { since: '2026-01-01', sunset: '2026-09-01' } } },
      },
      sentence:
        "lamp is to be removed, so it needs both a deprecationReason and the days 'since' and 'sunset'.",
    },
  };
  test.each(Object.entries(cases))('%s', (_what, { saying, sentence }) => {
    const schema = toySchema(saying);
    const read = () => checkDocuments(schema, readManifest(schema));
    expect(read).toThrow(ManifestError);
    try {
      read();
    } catch (error) {
      expect((error as ManifestError).sentences).toContain(sentence);
    }
  });

  test('an update that takes no version', () => {
    const schema = toySchema();
    const field = schema.getMutationType()?.getFields().updateLamp;
    if (field === undefined) throw new Error('no field');
    field.args = field.args.filter(({ name }) => name !== 'ifVersion');
    expect(() => readManifest(schema)).toThrow(
      "updateLamp changes one object but takes no 'ifVersion', so If-Match could not be heeded.",
    );
  });

  test('a removal less than six months after it was announced', () => {
    const deprecation = { since: '2026-01-01', sunset: '2026-03-01' };
    const schema = toySchema({ fields: { 'Query.lamp': { ...lamp, deprecation } } });
    const field = schema.getQueryType()?.getFields().lamp;
    if (field !== undefined) field.deprecationReason = 'Use lamps.';
    expect(() => readManifest(schema)).toThrow(
      'lamp ends on 2026-03-01, less than six months after it was announced.',
    );
  });
});
