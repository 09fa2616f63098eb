import { foldKey } from '../../../kernel/codes.ts';
import { RequestError } from '../../../kernel/errors.ts';
import { defineLoader } from '../../../platform/loader.ts';
import { type AttributeFill, countFilledAttributes } from '../../search/index.ts';
import { readStructure } from '../../structure/index.ts';

/** An attribute (stored code), and the products and cells in which its values are counted. */
export interface FillKey {
  readonly attribute: string;
  readonly channel: string | null;
  readonly locale: string | null;
  /** Code of the set whose products are counted; null for all. */
  readonly attributeSet: string | null;
}

const scopeOf = ({ channel, locale, attributeSet }: FillKey) =>
  JSON.stringify([channel, locale, attributeSet]);

const keyOf = (key: FillKey) => `${scopeOf(key)} ${key.attribute}`;

/**
 * Counts the products that have a value of an attribute: simple products and variants that are not archived, in a channel
 * only those that are sold in it. Nothing for attributes that are not filterable, and while the search rows are made.
 */
export const attributeFillLoader = defineLoader<FillKey, AttributeFill>({
  name: 'product.attribute_fill',
  keyOf,
  async load(context, keys) {
    const fills = new Map<string, AttributeFill>();
    const structure = await readStructure(context);
    for (const [, ofScope] of Map.groupBy(keys, scopeOf)) {
      const [first] = ofScope;
      if (first === undefined) continue;
      const { channel, locale, attributeSet } = first;
      const cellScope = {
        channel: channel && (structure.channels.get(foldKey(channel))?.code ?? null),
        locale: locale && (structure.locales.get(foldKey(locale)) ?? null),
      };
      const codes = ofScope.map(({ attribute }) => attribute);
      try {
        const counts = await countFilledAttributes(context, { cellScope, attributeSet }, codes);
        for (const key of ofScope) {
          const fill = counts.get(key.attribute);
          if (fill !== undefined) fills.set(keyOf(key), fill);
        }
      } catch (error) {
        if (!(error instanceof RequestError) || error.code !== 'search-unavailable') throw error;
      }
    }
    return fills;
  },
});
