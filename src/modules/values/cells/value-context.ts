import type { AttributeDefinition, ValueTypeContext } from '../../attribute/index.ts';
import type { Values } from './cells.ts';
import type { VariantPlacement } from './variant-layout.ts';

export interface ChannelMetadata {
  readonly code: string;
  readonly locales: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
}

/**
 * Everything the value rules look up, prepared once per request or chunk; each lookup takes constant time.
 * Keys of maps are folded (`foldKey`), what they give is in its stored case.
 */
export interface ValueContext extends ValueTypeContext {
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** Returns true if the product or entity may hold values of the attribute (code in its stored case). */
  inSet(attributeCode: string): boolean;
  /** Name of the object that decides the membership, for messages; "the product's set" when left out. */
  readonly membership?: string | undefined;
  readonly channels: ReadonlyMap<string, ChannelMetadata>;
  /** The enabled locales: folded code → stored code. */
  readonly locales: ReadonlyMap<string, string>;
  /** Position of the product in its variant layout; absent for simple products. */
  readonly placement?: VariantPlacement | undefined;
  /** Values that the product shows where it has no cell of its own: they complete a part of a value. */
  readonly inherited?: Values | undefined;
}
