import { cellsOf, emptyValues, findCell, type Values } from './cells/cells.ts';
import { cellsByPath, replaceCells } from './cells/with-cells.ts';
import { type CodeReplacement, replaceCodes } from './replace-codes.ts';

/**
 * A change of stored values in all channels and locales: a code gives way to another one, an attribute has no values,
 * or cells that are empty get values.
 */
export type ValueRewrite =
  | { readonly replace: CodeReplacement }
  /** Code of the attribute in its stored case. */
  | { readonly clear: string }
  | { readonly fill: Values };

/** Returns the values after a change; the very object `values` where it changes none. No rule of single values is checked. */
export function rewriteValues(values: Values, rewrite: ValueRewrite): Values {
  if ('clear' in rewrite) return withoutAttribute(values, rewrite.clear);
  return 'fill' in rewrite ? fillEmpty(values, rewrite.fill) : replaceCodes(values, rewrite.replace);
}

function withoutAttribute(values: Values, attribute: string): Values {
  if (!Object.hasOwn(values, attribute)) return values;
  const remaining = emptyValues();
  for (const [code, cells] of Object.entries(values)) if (code !== attribute) remaining[code] = cells;
  return remaining;
}

/** Returns values with the cells of others in channels and locales where they have none. */
const fillEmpty = (values: Values, others: Values): Values =>
  replaceCells(
    values,
    cellsByPath(others).filter(
      ({ path, channel, locale }) =>
        findCell(cellsOf(values, path.slice('values.'.length)), channel, locale) === undefined,
    ),
  );
