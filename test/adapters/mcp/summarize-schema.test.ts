// Risk: the list of tools is shortened so far that a program refuses a call that the server would take.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardedSchema } from '../../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { exposedTools } from '../../../src/adapters/mcp/exposed-tool.ts';
import {
  describeForm,
  summarizeArguments,
  topLevelKeys,
} from '../../../src/adapters/mcp/summarize-schema.ts';
import { fullArgumentsSchema, toolDefinitions } from '../../../src/adapters/mcp/tool-definition.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import { arbitraryJson } from '../../support/arbitrary-json.ts';

const manifest = readManifest(guardedSchema());
const listed = new Map(toolDefinitions(manifest).map((tool) => [tool.name, tool.inputSchema]));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

test.each(exposedTools(manifest).map((tool) => [tool.mcp.tool, tool] as const))(
  'the listed schema of %s accepts what the whole one accepts',
  (name, tool) => {
    const whole = ajv.compile(fullArgumentsSchema(tool));
    const short = ajv.compile(listed.get(name) ?? false);
    const words = ['lamp', 'en_US', 'title', '2026-01-01', '2026-01-01T00:00:00.000Z', '1.5', 'code', '-sku'];
    const made = fc.sample(arbitraryJson(fullArgumentsSchema(tool), words), { numRuns: 400, seed: 1 });
    const good = made.filter((given) => whole(given));
    expect(good.length).toBeGreaterThan(20);
    expect(good.filter((given) => !short(given))).toEqual([]);
  },
);

describe('of any schema', () => {
  const object = (properties: JsonObject, required: readonly string[] = []) => ({
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  });
  const text = { type: 'string' };
  const nested = object({ a: text, b: { ...text, description: 'It goes.' }, c: { type: 'integer' } }, ['a']);

  test('arguments and the keys of the entries of lists have schemas, what is nested deeper has words', () => {
    const whole = object({
      plain: { type: ['string', 'null'], description: 'A text. It may be null.' },
      count: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
      least: { type: 'integer', minimum: 1 },
      entries: {
        type: 'array',
        maxItems: 3,
        description: 'Entries.',
        items: {
          ...object({ key: { ...text, description: 'A key: `a.b`. Cannot change.' }, nested }, ['key']),
          description: 'An entry.',
        },
      },
      deep: { ...object({ inner: nested }), description: 'Deep.' },
      either: { anyOf: [text, { type: 'array', items: text }, nested], description: 'Either.' },
      by_code: {
        type: 'object',
        description: 'By code.',
        additionalProperties: { anyOf: [text, { type: 'null' }] },
      },
      sort: {
        type: 'array',
        items: { anyOf: [{ type: 'string', enum: ['sku', '-sku'] }, object({ field: text })] },
      },
    });
    const form = '{a, b?: string, c?: integer}';
    expect(summarizeArguments(whole)).toEqual(
      object({
        plain: { type: ['string', 'null'], description: 'A text. It may be null.' },
        count: { type: 'integer' },
        least: { type: 'integer', minimum: 1 },
        entries: {
          type: 'array',
          maxItems: 3,
          description: 'Entries.',
          items: object(
            {
              key: { ...text, description: 'A key: `a.b`.' },
              nested: { type: 'object', description: `Form: ${form}` },
            },
            ['key'],
          ),
        },
        deep: { type: 'object', description: `Deep. Form: {inner: ${form}}` },
        either: { description: `Either. Form: string | [string] | ${form}` },
        by_code: { type: 'object', description: 'By code. Form: {…: string}' },
        sort: {
          type: 'array',
          items: {},
          description: 'Form: [sku, descending with a "-" before it | {field: string}]',
        },
      }),
    );
  });

  test('a list of which only words are listed keeps its most entries', () => {
    const list = { type: 'array', maxItems: 9, items: nested, description: 'Up to 9.' };
    expect(describeForm(list)).toEqual({
      type: 'array',
      maxItems: 9,
      items: {},
      description: 'Up to 9. Form: [{a, b?: string, c?: integer}]',
    });
  });

  test('answers name their keys with types', () => {
    const whole = object(
      {
        state: { type: 'string', enum: ['on', 'off'], description: 'State.' },
        items: { type: 'array', items: nested },
        link: { anyOf: [nested, { type: 'null' }], description: 'Link.' },
        any: {},
      },
      ['state', 'items'],
    );
    expect(topLevelKeys(whole)).toEqual(
      object(
        {
          state: text,
          items: { type: 'array' },
          link: { type: ['object', 'null'] },
          any: {},
        },
        ['state', 'items'],
      ),
    );
  });
});
