// Risk: the console offers settings that the server rejects, or suggests a type that a label does not mean.
import { describe, expect, test } from 'vitest';
import { planChanges } from '../../../src/console/catalogue/model/attributes/create/attribute-plan.ts';
import { suggestType } from '../../../src/console/catalogue/model/attributes/create/suggest-type.ts';
import { TYPE_ABILITIES } from '../../../src/console/catalogue/model/attributes/type-abilities.ts';
import { changedRules, mergeRules } from '../../../src/console/pages/attributes/rules/rules.ts';
import { ATTRIBUTE_TYPES } from '../../../src/modules/attribute/index.ts';

test('the settings of each type are those that the server accepts', () => {
  const ofServer = Object.entries(ATTRIBUTE_TYPES).map(([type, metadata]) => [
    type.toUpperCase(),
    {
      rules: metadata.validationKeys,
      formats: metadata.formats.map((format) => format.toUpperCase()),
      canBeLocalizable: metadata.canBeLocalizable,
      canBeUnique: metadata.canBeUnique,
      canBeSearchable: metadata.canBeSearchable,
      needs: metadata.needs,
    },
  ]);
  expect(TYPE_ABILITIES).toEqual(Object.fromEntries(ofServer));
});

describe('a label suggests a type', () => {
  test.each([
    ['Net weight', 'MEASUREMENT'],
    ['Nettogewicht', 'MEASUREMENT'],
    ['Poids net', 'MEASUREMENT'],
    ['Kabellänge', 'MEASUREMENT'],
    ['List price', 'PRICE'],
    ['Listenpreis', 'PRICE'],
    ['Prix conseillé', 'PRICE'],
    ['Main image', 'MEDIA'],
    ['Produktbild', 'MEDIA'],
    ['Gallery', 'MEDIA_LIST'],
    ['Frame colour', 'SELECT'],
    ['Couleur', 'SELECT'],
    ['Rahmenfarbe', 'SELECT'],
    ['Materials', 'MULTI_SELECT'],
    ['Launch date', 'DATE'],
    ['Lieferbar ab', 'DATE'],
    ['GTIN', 'IDENTIFIER'],
    ['Number of drawers', 'NUMBER'],
    ['Anzahl Schubladen', 'NUMBER'],
    ['Is organic', 'BOOLEAN'],
    ['Mit Deckel', 'BOOLEAN'],
    ['Description', 'RICH_TEXT'],
    ['Care instructions', 'TEXTAREA'],
    ['Title', 'TEXT'],
    ['Collection', 'TEXT'],
    ['', 'TEXT'],
    ['價格', 'TEXT'],
  ])('%s: %s', (label, type) => expect(suggestType(label).type).toBe(type));

  test('entities only where entity types exist; texts that are translated have a value per locale', () => {
    expect([suggestType('Brand').type, suggestType('Brand', true).type]).toEqual(['TEXT', 'ENTITY']);
    expect([suggestType('Title').localizable, suggestType('Collection').localizable]).toEqual([true, false]);
    expect(suggestType('Net weight').families).toEqual(['weight', 'mass']);
  });
});

const plan = {
  labels: { en_US: 'Finish', de_DE: '' },
  group: null,
  localizable: true,
  scopable: false,
  optionSet: null,
  options: ['Oiled oak', 'Oiled  oak', '木'],
  measurementFamily: null,
  entityType: null,
};

test('attributes with options, sets and requirements are one request', () => {
  const plans = [
    { ...plan, code: 'finish', type: 'SELECT', sets: ['lamp', 'bulb'], requiredIn: ['web'] },
    { ...plan, code: 'gtin2', type: 'IDENTIFIER', sets: ['lamp'], requiredIn: [] },
  ] as const;
  expect(planChanges(plans, 'en_US', [])).toEqual({
    optionSets: [
      {
        code: 'finish',
        labels: [{ locale: 'en_US', text: 'Finish' }],
        options: [
          { code: 'oiled_oak', labels: [{ locale: 'en_US', text: 'Oiled oak' }] },
          { code: 'oiled_oak_2', labels: [{ locale: 'en_US', text: 'Oiled  oak' }] },
          { code: 'option_3', labels: [{ locale: 'en_US', text: '木' }] },
        ],
      },
    ],
    attributes: [
      {
        code: 'finish',
        type: 'SELECT',
        labels: [{ locale: 'en_US', text: 'Finish' }],
        group: null,
        localizable: true,
        scopable: false,
        optionSet: 'finish',
      },
      {
        code: 'gtin2',
        type: 'IDENTIFIER',
        labels: [{ locale: 'en_US', text: 'Finish' }],
        group: null,
        localizable: false,
        scopable: false,
      },
    ],
    attributeSets: [
      {
        code: 'lamp',
        addAttributes: [{ code: 'finish' }, { code: 'gtin2' }],
        addRequiredAttributes: [{ channel: 'web', attributes: ['finish'] }],
      },
      {
        code: 'bulb',
        addAttributes: [{ code: 'finish' }],
        addRequiredAttributes: [{ channel: 'web', attributes: ['finish'] }],
      },
    ],
  });
});

test('new options are in a set of their own, whatever sets other attributes have', () => {
  const plans = ['Material', 'material_2', 'finish'].map(
    (code) => ({ ...plan, code, type: 'SELECT', sets: [], requiredIn: [] }) as const,
  );
  const { optionSets, attributes } = planChanges(plans, 'en_US', [{ value: 'material' }, { value: 'brand' }]);
  const codes = ['Material_2', 'material_2_2', 'finish'];
  expect(optionSets?.map(({ code }) => code)).toEqual(codes);
  expect(attributes).toMatchObject(codes.map((optionSet) => ({ optionSet })));
});

test('rules that two people change are merged, and a rule that both changed is a conflict', () => {
  expect(changedRules({ max: '5' }, { min: '1', max: '5' })).toEqual({ min: null });
  expect(mergeRules({ max: '5' }, { max: '5', min: '1' }, { max: '6' })).toEqual({ max: '6', min: '1' });
  expect(mergeRules({ max: '5' }, {}, { max: '5', min: '1' })).toEqual({ min: '1' });
  expect(mergeRules({ max: '5' }, { max: '7' }, { max: '6' })).toBeUndefined();
  expect(mergeRules({ max: '5' }, { max: '6' }, { max: '6' })).toEqual({ max: '6' });
});
