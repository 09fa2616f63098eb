import { localized } from '../../../kernel/problems/messages/message.ts';
import { ATTRIBUTE_TYPES } from '../attribute-types.ts';
import { readHtml } from './formats/html-content.ts';
import { countCharacters, describeUnstorable } from './formats/text-content.ts';
import { joinClauses } from './json-schema.ts';
import { checkLength, notTextProblem, unstorableTextProblem } from './text-value.ts';
import { EMPTY_VALUE, problemAt, type ValueType } from './value-type.ts';

/** HTML, stored as sent: forbidden elements are rejected, never silently removed. Reading sanitises. */
export const richTextValue: ValueType = {
  form: 'scalar',
  parse(value, attribute, _context, scope) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string') return notTextProblem(value, attribute, scope);
    const unstorable = describeUnstorable(value, attribute.code);
    if (unstorable !== null) return unstorableTextProblem(unstorable, value, attribute, scope);

    const limit = ATTRIBUTE_TYPES.rich_text.textLimit ?? 0;
    const characters = countCharacters(value);
    if (characters > limit) {
      const message = localized('html-too-long', {
        attribute: attribute.code,
        count: characters,
        max: limit,
      });
      return { problems: [problemAt(scope, attribute, 'too-long', message, { value })] };
    }
    const { maxLength, allowedTags } = attribute.validation;
    if (maxLength === undefined && allowedTags === undefined) return { value };

    const { tags, textLength } = readHtml(value);
    const problems = checkLength(textLength, value, attribute, scope);
    if (allowedTags !== undefined) {
      for (const tag of tags) {
        if (allowedTags.includes(tag)) continue;
        const message = localized('html-element-not-allowed', {
          attribute: attribute.code,
          tag,
          list: allowedTags.join(', ') || 'none',
        });
        problems.push(problemAt(scope, attribute, 'tag-not-allowed', message, { value: tag }));
      }
    }
    return problems.length === 0 ? { value } : { problems };
  },
  same: (a, b) => a === b,
  jsonSchema({ validation: { maxLength, allowedTags } }) {
    const constraints = [
      'HTML',
      ...(maxLength === undefined ? [] : [`at most ${maxLength} characters without its tags`]),
      ...(allowedTags === undefined ? [] : [`elements: ${allowedTags.join(', ') || 'none'}`]),
    ];
    return {
      type: 'string',
      maxLength: ATTRIBUTE_TYPES.rich_text.textLimit ?? 0,
      description: joinClauses(constraints),
    };
  },
  examples: () => ['<p>Text</p>', 'Text', 'T'],
};
