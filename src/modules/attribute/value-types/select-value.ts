import { localized } from '../../../kernel/problems/messages/message.ts';
import { codeValueTypes, listableCodes } from './code-value.ts';
import type { OptionMetadata } from './value-type.ts';

/** Active options of the attribute's set: one, or several. */
export const { one: selectValue, list: multiSelectValue } = codeValueTypes({
  noun: 'option',
  ...listableCodes<OptionMetadata>({
    ownerOf: ({ optionSet }) => optionSet ?? '',
    choices: (metadata, optionSet) => metadata.optionsOf(optionSet),
    name: (optionSet) => `options:${optionSet}`,
    words: (optionSet) => `options of the set '${optionSet}'`,
  }),
  find: (context, optionSet, code) => context.findOption(optionSet, code),
  wordsOf: (context, optionSet) => context.optionLabels(optionSet),
  missing: {
    code: 'option-not-found',
    message: (code, optionSet) => localized('option-not-found', { value: code, set: optionSet }),
  },
  faults: ({ code, active }, optionSet) =>
    active
      ? []
      : [
          {
            code: 'option-inactive',
            message: localized('option-inactive', { value: code, set: optionSet }),
          },
        ],
});
