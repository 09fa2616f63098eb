import { foldKey } from '../../../kernel/codes.ts';
import { type AttributeDefinition, parseValue, type ValueTypeContext } from '../../attribute/index.ts';
import type { CellAssignment, CellWrite } from './cells.ts';

/**
 * Returns the default values of attributes that other writes leave out. Values per channel or locale have no default,
 * and one that the attribute would reject by now, such as an option that went out of use, is left out: it is nobody's
 * fault.
 */
export function defaultWrites(
  attributes: readonly AttributeDefinition[],
  writes: readonly CellWrite[],
  context: ValueTypeContext,
): CellAssignment[] {
  const defaulted = attributes.filter(
    ({ defaultValue, localizable, scopable }) => defaultValue !== null && !localizable && !scopable,
  );
  if (defaulted.length === 0) return [];
  const writtenKeys = new Set(writes.map(({ attribute }) => foldKey(attribute)));
  return defaulted
    .filter(({ code }) => !writtenKeys.has(foldKey(code)))
    .filter((attribute) => isStillValid(attribute, context))
    .map(({ code, defaultValue }) => ({
      attribute: code,
      channel: null,
      locale: null,
      value: defaultValue,
      partial: false,
      path: ['values', code],
    }));
}

function isStillValid(attribute: AttributeDefinition, context: ValueTypeContext): boolean {
  const scope = { path: [], channel: null, locale: null, current: null, channelCurrencies: null };
  return parseValue(attribute.defaultValue, attribute, context, scope).problems === undefined;
}
