import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { EntityReference, EntityWithId } from '../../entity-reference/index.ts';
import type { ExternalRef } from '../../property/index.ts';

/** One link of a product to another; the type is that of the list it is in. */
export interface Link {
  readonly targetId: string;
  /** Null unless the type is quantified. */
  readonly quantity: number | null;
  /** The target is deleted and may come back: the link keeps its position and is neither shown nor changed. */
  readonly isDeleted?: true;
}

/** The links of a product by the stored code of their type, each list in its order. */
export type Links = ReadonlyMap<string, readonly Link[]>;

export const NO_LINKS: Links = new Map();

/** The entities a product is linked to, by the stored code of the association type, each list in its order: UUIDs. */
export type EntityLinks = ReadonlyMap<string, readonly string[]>;

export const NO_ENTITY_LINKS: EntityLinks = new Map();

/** The entities that a batch links products to, or may. */
export interface LinkableEntities {
  /** Returns the living entity that `brand/acme` or an id leads to, as far as the batch names it. */
  find(ref: string): EntityWithId | undefined;
  /** Names of an entity in one text, by UUID; of those that are linked already too. */
  readonly nameById: ReadonlyMap<string, string>;
  /** Codes to suggest, by folded type; of types of which the batch names entities that are not there. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
}

/** Entities that give way to another one of their type. */
export interface EntityReplacement {
  /** UUIDs. */
  readonly merged: ReadonlySet<string>;
  readonly keep: EntityReference & { readonly id: string };
}

/** Returns the key of the holder of an external id. */
export const externalRefKey = ({ system, id }: ExternalRef): string => `${foldKey(system)} ${id}`;

/** An id that an item takes from a product which releases it by a later item of the batch. */
export interface ExternalRefClaim {
  readonly ref: ExternalRef;
  /** UUID of the product that has the id until then. */
  readonly holderId: string;
  /** Problem that rejects the item when the product keeps the id after all. */
  readonly problem: FieldProblem;
}

/** Item of a batch, by its index, that takes an id from the product that is stored with it. */
export interface ExternalRefRelease {
  readonly holderId: string;
  readonly index: number;
}
