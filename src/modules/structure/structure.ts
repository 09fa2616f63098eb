import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { AssociationTypeDocument } from '../association-type/index.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import type { AttributeSetDocument } from '../attribute-set/index.ts';
import type { ChannelDocument } from '../channel/index.ts';
import type { EntityTypeDocument } from '../entity-type/index.ts';
import type { MeasurementFamily } from '../measurement/index.ts';
import type { DisplayOrder } from './display-order.ts';

/** A level of variants: the attributes that tell them apart and the further ones that belong to it. */
export interface LayoutStructure {
  readonly code: string;
  readonly labels: Labels;
  readonly levels: readonly { readonly axes: readonly string[]; readonly attributes: readonly string[] }[];
}

export interface SetStructure {
  readonly document: AttributeSetDocument;
  /** Grows whenever the completeness of the set's products may have changed. */
  readonly completenessRevision: number;
  /** Codes of its attributes, for membership. */
  readonly members: ReadonlySet<string>;
  /** Its attributes in its order. */
  readonly attributes: readonly AttributeDefinition[];
  /** The same by the groups that it shows them in. */
  readonly displayOrder: DisplayOrder;
  /** Layouts by folded code. */
  readonly layouts: ReadonlyMap<string, LayoutStructure>;
  /** Required attribute codes by channel code; `*` counts for all. */
  readonly requirements: ReadonlyMap<string, readonly string[]>;
}

export interface EntityTypeStructure {
  readonly document: EntityTypeDocument;
  /** Codes of its attributes, for membership. */
  readonly members: ReadonlySet<string>;
  /** Its attributes in its order. */
  readonly attributes: readonly AttributeDefinition[];
  /** The same by their groups. */
  readonly displayOrder: DisplayOrder;
}

export interface ChannelStructure {
  readonly code: string;
  readonly locales: ReadonlySet<string>;
  readonly currencies: ReadonlySet<string>;
  readonly document: ChannelDocument;
}

/**
 * The configuration that the rules of products and entities need, as one immutable snapshot of an organization.
 * Keys of maps are folded codes; what they give is in its stored case.
 */
export interface CatalogueStructure {
  /** Its number: one that is read again under the same number is the same. */
  readonly revision: number;
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** All attributes by their groups and their own order. */
  readonly displayOrder: DisplayOrder;
  readonly sets: ReadonlyMap<string, SetStructure>;
  readonly entityTypes: ReadonlyMap<string, EntityTypeStructure>;
  readonly channels: ReadonlyMap<string, ChannelStructure>;
  /** Enabled locales: folded → stored code. */
  readonly locales: ReadonlyMap<string, string>;
  /** Fallback of every locale: folded code → the code of the substitute, or null. */
  readonly fallbacks: ReadonlyMap<string, string | null>;
  /** Enabled currencies. */
  readonly currencies: ReadonlySet<string>;
  /** Enabled and disabled currencies: folded → stored code. */
  readonly allCurrencies: ReadonlyMap<string, string>;
  readonly families: ReadonlyMap<string, MeasurementFamily>;
  readonly associationTypes: ReadonlyMap<string, AssociationTypeDocument>;
  readonly defaultChannel: string | null;
  readonly defaultLocale: string | null;
}

/** Returns the locale that stands in for another, or null. */
export function fallbackOf(structure: CatalogueStructure, locale: string): string | null {
  return structure.fallbacks.get(foldKey(locale)) ?? null;
}
