import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { Fault } from '../../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../../kernel/suggestion.ts';
import type { PrismaReadWork } from '../../../platform/operation/work.ts';
import { type CatalogueStructure, type ChannelStructure, readStructure } from '../../structure/index.ts';
import { loadListedFacts } from './load-listed-facts.ts';
import { productSchema } from './product-schema.ts';

export interface AttributeSetSchemaInput {
  /** Code of the set, in either case. */
  readonly code: string;
  /** Code of a channel, in either case; left out: all. */
  readonly channel?: string | null | undefined;
}

/** The JSON Schema of a set's products; null when there is no such set. @throws Fault for an unknown channel. */
export const getAttributeSetSchema = defineRead({
  name: 'getAttributeSetSchema',
  scope: 'attributes:read',
  errors: [],
  async work(work: PrismaReadWork, { code, channel }: AttributeSetSchemaInput): Promise<JsonObject | null> {
    const structure = await readStructure(work);
    const set = structure.sets.get(foldKey(code));
    if (set === undefined) return null;
    const only = channel === null || channel === undefined ? null : findChannel(structure, channel);
    return productSchema(set, structure, await loadListedFacts(work, set), only);
  },
});

function findChannel({ channels }: CatalogueStructure, code: string): ChannelStructure {
  const channel = channels.get(foldKey(code));
  if (channel !== undefined) return channel;
  const codes = [...channels.values()].map((known) => known.code);
  const suggestions = suggest(code, codes);
  throw new Fault('invalid-parameter', `There is no channel '${code}'.${didYouMean(suggestions)}`, {
    parameter: 'channel',
    suggestions,
  });
}
