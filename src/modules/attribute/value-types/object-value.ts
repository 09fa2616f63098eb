import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { type CellContext, problemAt } from './value-type.ts';

/** Returns a problem for every key of an object that its value type does not know. */
export function checkKeys(
  object: JsonObject,
  allowedKeys: readonly string[],
  attribute: AttributeDefinition,
  scope: CellContext,
  inside: readonly string[] = [],
): FieldProblem[] {
  return Object.keys(object)
    .filter((key) => !allowedKeys.includes(key))
    .map((key) => {
      const suggestions = suggest(key, allowedKeys);
      const message = withSuggestions(
        localized('value-key-unknown', { attribute: attribute.code, key }),
        suggestions,
      );
      return problemAt(scope, attribute, 'unknown-property', message, {
        suggestions,
        inside: [...inside, key],
      });
    });
}
