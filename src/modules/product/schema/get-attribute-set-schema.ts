import { foldKey } from '../../../kernel/codes.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { defineRead } from '../../../kernel/operation.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { codesOfStructure, readStructure, unknownCodes, unknownCodesError } from '../../structure/index.ts';
import { loadListedMetadata } from './load-listed-metadata.ts';
import { productSchema } from './product-schema.ts';

export interface AttributeSetSchemaInput {
  /** Code of the set, in either case. */
  readonly code: string;
  /** Code of a channel, in either case; left out: all. */
  readonly channel?: string | null | undefined;
}

/**
 * Returns the JSON Schema of a set's products; null when there is no such set. @throws ValidationFailed for an unknown
 * channel.
 */
export const getAttributeSetSchema = defineRead({
  name: 'getAttributeSetSchema',
  scope: 'attributes:read',
  errors: [],
  async handler(
    context: PrismaReadContext,
    { code, channel }: AttributeSetSchemaInput,
  ): Promise<JsonObject | null> {
    const structure = await readStructure(context);
    const set = structure.sets.get(foldKey(code));
    if (set === undefined) return null;
    const codeReferences =
      channel == null ? [] : [{ kind: 'channel', code: channel, path: ['channel'] } as const];
    const problems = unknownCodes(codesOfStructure(structure), codeReferences);
    if (problems.length > 0) throw unknownCodesError(problems);
    const only = structure.channels.get(foldKey(channel ?? '')) ?? null;
    return productSchema(set, structure, await loadListedMetadata(context, set), only);
  },
});
