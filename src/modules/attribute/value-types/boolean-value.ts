import { localized } from '../../../kernel/problems/messages/message.ts';
import { EMPTY_VALUE, problemAt, type ValueType } from './value-type.ts';

/** `true` or `false`; words and 0/1 are the importer's to translate. */
export const booleanValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, _context, scope) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value === 'boolean') return { value };
    const message = localized('boolean-expected', { attribute: attribute.code });
    return { problems: [problemAt(scope, attribute, 'wrong-type', message, { value })] };
  },
  same: (a, b) => a === b,
  jsonSchema: () => ({ type: 'boolean' }),
  examples: () => [true],
};
