import { foldKey } from '../../kernel/codes.ts';
import type { ReadContext } from '../../kernel/operation.ts';
import { type AttributeDefinition, parseValue, type ValueTypeContext } from '../attribute/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { type Cell, cellsOf, type Values } from './cells/cells.ts';
import { openValueContext } from './open-value-context.ts';

interface ObjectWithValues {
  readonly id: string;
  readonly values: Values;
}

/**
 * Returns the attributes whose new rules reject own values that their present rules accept, by the id of the object.
 *
 * @param attributes codes of the attributes whose rules change, in their stored case
 */
export async function newlyInvalidAttributes(
  context: ReadContext,
  before: CatalogueStructure,
  after: CatalogueStructure,
  attributes: readonly string[],
  objects: readonly ObjectWithValues[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (attributes.length === 0) return new Map();
  const writes = objects.flatMap(({ values }) =>
    attributes.flatMap((attribute) =>
      cellsOf(values, attribute).map(({ channel = null, locale = null, value }) => ({
        attribute,
        channel,
        locale,
        value,
        path: [],
      })),
    ),
  );
  const lookups = await openValueContext(context, after, writes);
  const isInvalidIn = (structure: CatalogueStructure, code: string, cell: Cell) => {
    const attribute = structure.attributes.get(foldKey(code));
    return attribute !== undefined && isInvalid(attribute, cell, structure, lookups);
  };
  const isNewlyInvalid = (code: string, values: Values) =>
    cellsOf(values, code).some((cell) => isInvalidIn(after, code, cell) && !isInvalidIn(before, code, cell));
  return new Map(
    objects.map(({ id, values }) => [id, attributes.filter((code) => isNewlyInvalid(code, values))]),
  );
}

function isInvalid(
  attribute: AttributeDefinition,
  cell: Cell,
  { channels }: CatalogueStructure,
  lookups: ValueTypeContext,
): boolean {
  const { availableLocales } = attribute;
  const { channel = null, locale = null, value } = cell;
  if (locale !== null && availableLocales !== null && !availableLocales.includes(locale)) return true;
  const channelCurrencies = channels.get(foldKey(channel ?? ''))?.currencies ?? null;
  const scope = { path: [], channel, locale, current: value, channelCurrencies };
  return parseValue(value, attribute, lookups, scope).problems !== undefined;
}
