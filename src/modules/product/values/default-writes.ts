import { foldKey } from '../../../kernel/codes.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CellAssignment, CellWrite } from './cells.ts';

/** The default values of attributes that other writes leave out. Values per channel or locale have no default. */
export function defaultWrites(
  attributes: readonly AttributeDefinition[],
  writes: readonly CellWrite[],
): CellAssignment[] {
  const named = new Set(writes.map(({ attribute }) => foldKey(attribute)));
  return attributes
    .filter(
      ({ code, defaultValue, localizable, scopable }) =>
        defaultValue !== null && !localizable && !scopable && !named.has(foldKey(code)),
    )
    .map(({ code, defaultValue }) => ({
      attribute: code,
      channel: null,
      locale: null,
      value: defaultValue,
      path: ['values', code],
    }));
}
