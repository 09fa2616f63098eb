// Risk: a label that is missing is not listed, or labels are shown to those who may not read their objects.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  const { errors } = await catalogue.execute(
    `mutation { applyModel(input: {
      locales: [{ code: "en_US", enabled: true }, { code: "fr_FR", enabled: true }, { code: "de_DE", enabled: false }]
      attributes: [
        { code: "size", type: TEXT, labels: [{ locale: "en_US", text: "Size" }] }
        { code: "weight", type: MEASUREMENT, measurementFamily: "mass_of_tests",
          labels: [{ locale: "en_US", text: "Weight" }, { locale: "fr_FR", text: "Poids" }] }
      ]
      attributeGroups: [{ code: "size", labels: [{ locale: "fr_FR", text: "Tailles" }] }]
      optionSets: [{ code: "finishes", options: [{ code: "brass", labels: [{ locale: "en_US", text: "Brass" }] }] }]
      categories: [{ code: "lamps", labels: [{ locale: "en_US", text: "Lamps" }] }]
      measurementFamilies: [{ code: "mass_of_tests", standardUnit: "GRAM", units: [
        { code: "GRAM", symbol: "g", factor: "1", labels: [{ locale: "fr_FR", text: "zzgramme" }] }
      ] }]
    }) { __typename ... on ValidationFailed { errors { message path } } } }`,
  );
  expect(errors).toBeUndefined();
});
afterAll(() => catalogue.close());

const OWN = 'kinds: [ATTRIBUTE, ATTRIBUTE_GROUP, OPTION, OPTION_SET, CATEGORY]';

async function ask(document: string, session?: Session): Promise<Record<string, unknown>> {
  const { data, errors } = await catalogue.execute(document, {}, session);
  expect(errors).toBeUndefined();
  return data as Record<string, unknown>;
}

interface Listed {
  readonly kind: string;
  readonly owner: string | null;
  readonly code: string;
}

async function list(args: string, session?: Session): Promise<readonly string[]> {
  const { modelLabels } = await ask(`{ modelLabels(${args}) { nodes { kind owner code } } }`, session);
  return (modelLabels as { nodes: Listed[] }).nodes.map(({ kind, owner, code }) =>
    [kind, ...(owner === null ? [] : [owner]), code].join(' '),
  );
}

test('lists objects of all kinds with their labels, by kind, owner and code', async () => {
  expect(await list(OWN)).toEqual([
    'ATTRIBUTE size',
    'ATTRIBUTE weight',
    'ATTRIBUTE_GROUP size',
    'OPTION_SET finishes',
    'OPTION finishes brass',
    'CATEGORY lamps',
  ]);
  expect(
    await ask(
      '{ modelLabels(kinds: [UNIT], search: "zzgramme") { nodes { owner code type version label(locale: "fr_FR") labels { locale text } } } }',
    ),
  ).toEqual({
    modelLabels: {
      nodes: [
        {
          owner: 'mass_of_tests',
          code: 'GRAM',
          type: null,
          version: 1,
          label: 'zzgramme',
          labels: [{ locale: 'fr_FR', text: 'zzgramme' }],
        },
      ],
    },
  });
});

test('limits the list by text, code and locales without a label', async () => {
  expect(await list(`${OWN}, search: "POID"`)).toEqual(['ATTRIBUTE weight']);
  expect(await list(`${OWN}, search: "finishes"`)).toEqual(['OPTION_SET finishes', 'OPTION finishes brass']);
  expect(await list(`${OWN}, codes: ["SIZE", "brass"]`)).toEqual([
    'ATTRIBUTE size',
    'ATTRIBUTE_GROUP size',
    'OPTION finishes brass',
  ]);
  expect(await list(`${OWN}, missingIn: ["en_us", "en_US"]`)).toEqual([
    'ATTRIBUTE_GROUP size',
    'OPTION_SET finishes',
  ]);
  expect(await list(`${OWN}, missingIn: []`)).toEqual([]);
  expect(await list(`${OWN}, missingIn: ["en_US", "fr_FR"]`)).toEqual([
    'ATTRIBUTE size',
    'ATTRIBUTE_GROUP size',
    'OPTION_SET finishes',
    'OPTION finishes brass',
    'CATEGORY lamps',
  ]);
});

test('pages go on after the last object of the page before, and count all', async () => {
  const read = async (after: string | null) => {
    const { modelLabels } = await ask(
      `{ modelLabels(${OWN}, first: 4, after: ${JSON.stringify(after)}) { totalCount nodes { code } pageInfo { endCursor hasNextPage } } }`,
    );
    return modelLabels as {
      totalCount: number;
      nodes: { code: string }[];
      pageInfo: { endCursor: string; hasNextPage: boolean };
    };
  };
  const first = await read(null);
  const second = await read(first.pageInfo.endCursor);
  expect([first.totalCount, first.pageInfo.hasNextPage]).toEqual([6, true]);
  expect([second.nodes.map(({ code }) => code), second.pageInfo.hasNextPage]).toEqual([
    ['brass', 'lamps'],
    false,
  ]);
});

test('counts missing labels by kind and enabled locale', async () => {
  const { modelLabelSummary } = await ask('{ modelLabelSummary { kind count missing { locale count } } }');
  expect(
    (modelLabelSummary as { kind: string }[]).filter(({ kind }) => ['ATTRIBUTE', 'OPTION'].includes(kind)),
  ).toEqual([
    {
      kind: 'ATTRIBUTE',
      count: 2,
      missing: [
        { locale: 'en_US', count: 0 },
        { locale: 'fr_FR', count: 1 },
      ],
    },
    {
      kind: 'OPTION',
      count: 1,
      missing: [
        { locale: 'en_US', count: 0 },
        { locale: 'fr_FR', count: 1 },
      ],
    },
  ]);
});

test('kinds that the caller cannot read are left out', async () => {
  const reader = sessionOf(catalogue.owner.organizationId, 'owner', ['products:read']);
  expect(await list('first: 100', reader)).toEqual(['CATEGORY lamps']);
  expect(await ask('{ modelLabels(kinds: [ATTRIBUTE]) { totalCount nodes { code } } }', reader)).toEqual({
    modelLabels: { totalCount: 0, nodes: [] },
  });
  const { modelLabelSummary } = await ask('{ modelLabelSummary { kind } }', reader);
  expect(modelLabelSummary).toEqual([{ kind: 'CATEGORY' }]);
});
