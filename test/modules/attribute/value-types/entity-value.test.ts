// Removes the risk that a value names an entity that is not there, in another case, or twice.
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/kernel/json.ts';
import { parseValue, valuesEqual } from '../../../../src/modules/attribute/index.ts';
import { readValue } from '../../../support/read-value.ts';
import { attributeOf, valueTypeContext } from '../../../support/values.ts';

describe('an entity', () => {
  const attribute = attributeOf('entity');

  it('is found in either case and stored in its own', () => {
    expect(readValue(attribute, 'ACME')).toEqual({ value: 'Acme' });
    expect(readValue(attribute, '')).toEqual({ value: null });
  });

  it('that is not there is refused with those that may have been meant', () => {
    const scope = {
      path: ['values', 'x'],
      channel: null,
      locale: null,
      current: null,
      channelCurrencies: null,
    };
    expect(parseValue('Acne', attribute, valueTypeContext(), scope).problems).toEqual([
      {
        code: 'entity-not-found',
        message: "There is no entity 'Acne' of type 'brand'. Did you mean 'Acme'?",
        text: {
          key: 'did-you-mean',
          params: {
            message: { key: 'entity-not-found', params: { ref: 'Acne', typeCode: 'brand' } },
            suggestions: ['Acme'],
          },
        },
        path: ['values', 'x'],
        attribute: 'some_entity',
        channel: null,
        locale: null,
        value: 'Acne',
        suggestions: ['Acme'],
      },
    ]);
  });

  it('is of the type of its attribute', () => {
    expect(readValue(attributeOf('entity', { entityType: 'designer' }), 'Acme')).toEqual([
      'entity-not-found',
    ]);
  });

  it.each<[JsonValue, string]>([
    [7, 'wrong-type'],
    [['Acme'], 'wrong-type'],
    ['Initech', 'value-not-allowed'],
  ])('refuses %j as %s', (value, code) => {
    expect(readValue(attribute, value)).toEqual([code]);
  });

  it('that is no longer active may stay where it is', () => {
    expect(readValue(attribute, 'initech', { current: 'Initech' })).toEqual({ value: 'Initech' });
  });

  it('without anyone who knows entities is not found', () => {
    const { findEntity: _findEntity, entityCodes: _entityCodes, ...context } = valueTypeContext();
    const scope = { path: [], channel: null, locale: null, current: null, channelCurrencies: null };
    expect(parseValue('Acme', attribute, context, scope).problems).toMatchObject([
      { code: 'entity-not-found', suggestions: [] },
    ]);
  });
});

describe('a list of entities', () => {
  const attribute = attributeOf('entity_list', { validation: { minItems: 2, maxItems: 3 } });

  it('keeps the order sent', () => {
    expect(readValue(attribute, ['GLOBEX', 'acme'])).toEqual({ value: ['Globex', 'Acme'] });
    expect(valuesEqual(attribute, ['Globex', 'Acme'], ['Acme', 'Globex'])).toBe(false);
    expect(readValue(attribute, [])).toEqual({ value: null });
  });

  it('says at which place what is wrong', () => {
    expect(readValue(attribute, ['Acme', 'nobody', 'ACME', 7])).toEqual([
      'entity-not-found@1',
      'duplicate-item@2',
      'wrong-type@3',
      'too-many-items',
    ]);
    expect(readValue(attribute, ['Acme'])).toEqual(['too-few-items']);
    expect(readValue(attribute, 'Acme')).toEqual(['wrong-type']);
  });
});
