import { emptyValues, type Values } from './cells/cells.ts';
import { type OptionReplacement, replaceOption } from './replace-option.ts';

/** A change of stored values in all channels and locales: an option gives way to another one, or an attribute has no values. */
export type ValueRewrite =
  | { readonly replace: OptionReplacement }
  /** Code of the attribute in its stored case. */
  | { readonly clear: string };

/** Returns the values after a change; the very object `values` where it changes none. No rule of single values is checked. */
export const rewriteValues = (values: Values, rewrite: ValueRewrite): Values =>
  'clear' in rewrite ? withoutAttribute(values, rewrite.clear) : replaceOption(values, rewrite.replace);

function withoutAttribute(values: Values, attribute: string): Values {
  if (!Object.hasOwn(values, attribute)) return values;
  const remaining = emptyValues();
  for (const [code, cells] of Object.entries(values)) if (code !== attribute) remaining[code] = cells;
  return remaining;
}
