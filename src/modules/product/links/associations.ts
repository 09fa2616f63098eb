import type { StoredChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { AssociationTypeDocument } from '../../association-type/index.ts';
import type { Link, Links } from '../model/links.ts';
import type { AssociationPatch, LinkInput, LinksPatch } from '../model/product-input.ts';
import { missingReference } from '../model/product-rules.ts';
import { referredId, type WriteBatch } from '../model/write-batch.ts';

/** Effect of writing the associations of one product on it and on the other side of two-way types. */
export interface AssociationResult {
  readonly links: Links;
  readonly changes: readonly StoredChange[];
  readonly problems: readonly FieldProblem[];
  /** Links of other products that follow, by their id. */
  readonly counterparts: ReadonlyMap<string, Links>;
}

const NO_COUNTERPARTS: ReadonlyMap<string, Links> = new Map();

/** Maximum number of links of one type that a product may have. */
const MAXIMUM_LINKS = 1_000;

/** Applies the association part of a patch. Pure: the batch is only read. */
export function applyAssociations(
  batch: WriteBatch,
  productId: string,
  current: Links,
  patches: readonly AssociationPatch[],
): AssociationResult {
  if (patches.length === 0)
    return { links: current, changes: [], problems: [], counterparts: NO_COUNTERPARTS };
  const problems: FieldProblem[] = [];
  const changes: StoredChange[] = [];
  const links = new Map(current);
  const counterparts = new Map<string, Links>();
  for (const [index, { type: code, products }] of patches.entries()) {
    const path = ['associations', String(index)];
    const type = batch.structure.associationTypes.get(foldKey(code));
    if (type === undefined) {
      const typeCodes = [...batch.structure.associationTypes.values()].map((document) => document.code);
      problems.push(missingReference('association type', [...path, 'type'], code, typeCodes));
      continue;
    }
    if (!products) continue;
    const before = links.get(type.code) ?? [];
    const after = patchLinks(batch, productId, type, before, products, [...path, 'products'], problems);
    const change = linkChange(batch, type.code, before, after);
    if (change === null) continue;
    links.set(type.code, after);
    changes.push(change);
    if (type.twoWay) mirror(batch, productId, type.code, before, after, counterparts);
  }
  return { links, changes, problems, counterparts };
}

function patchLinks(
  batch: WriteBatch,
  productId: string,
  type: AssociationTypeDocument,
  before: readonly Link[],
  patch: LinksPatch,
  path: readonly string[],
  problems: FieldProblem[],
): readonly Link[] {
  const next = new Map(patch.set ? [] : before.map((link) => [link.targetId, link]));
  for (const key of ['set', 'add'] as const) {
    for (const [index, input] of (patch[key] ?? []).entries()) {
      const itemPath = [...path, key, String(index)];
      const link = readLink(batch, productId, type, input, itemPath, problems);
      if (link === null) continue;
      if (key === 'set' && next.has(link.targetId)) {
        problems.push(fieldProblem('duplicate-item', itemPath, localized('product-listed-twice')));
      }
      next.set(link.targetId, link);
    }
  }
  for (const ref of patch.remove ?? []) next.delete(findTarget(batch, ref) ?? '');
  const removedIds = new Set(patch.removeDeleted ?? []);
  for (const id of removedIds) next.delete(id);
  const after = [...next.values()];
  const size = after.filter(isShown).length;
  if (size > MAXIMUM_LINKS) {
    const message = localized('too-many-links', { max: MAXIMUM_LINKS, typeCode: type.code, count: size });
    problems.push(fieldProblem('too-many-items', path, message, { value: size }));
  }
  if (patch.set)
    for (const [index, link] of before.entries())
      if (!isShown(link) && !removedIds.has(link.targetId)) after.splice(index, 0, link);
  const { order } = patch;
  if (!order || order.length === 0) return after;
  const placeOf = new Map(order.map((id, index) => [id, index]));
  const positionOf = ({ targetId }: Link) => placeOf.get(targetId) ?? order.length;
  return after.sort((a, b) => positionOf(a) - positionOf(b));
}

const isShown = ({ isDeleted }: Link) => isDeleted !== true;

function findTarget(batch: WriteBatch, ref: string): string | undefined {
  const id = referredId(batch, ref);
  return id !== undefined && (batch.products.has(id) || batch.skuById.has(id)) ? id : undefined;
}

function readLink(
  batch: WriteBatch,
  productId: string,
  type: AssociationTypeDocument,
  { ref, quantity }: LinkInput,
  path: readonly string[],
  problems: FieldProblem[],
): Link | null {
  const targetId = findTarget(batch, ref);
  if (targetId === undefined) {
    problems.push(
      fieldProblem('product-not-found', [...path, 'ref'], localized('not-found', { kind: 'product', ref }), {
        value: ref,
      }),
    );
    return null;
  }
  if (targetId === productId) {
    problems.push(
      fieldProblem('value-not-allowed', [...path, 'ref'], localized('link-to-itself'), {
        value: ref,
      }),
    );
    return null;
  }
  const requestedQuantity = quantity ?? null;
  if (!type.quantified && requestedQuantity !== null) {
    const message = localized('quantity-not-allowed', { typeCode: type.code });
    problems.push(
      fieldProblem('value-not-allowed', [...path, 'quantity'], message, { value: requestedQuantity }),
    );
  }
  if (
    type.quantified &&
    (requestedQuantity === null || !Number.isInteger(requestedQuantity) || requestedQuantity < 1)
  ) {
    const message = localized('quantity-expected', { typeCode: type.code });
    problems.push(
      fieldProblem(
        requestedQuantity === null ? 'required' : 'below-minimum',
        [...path, 'quantity'],
        message,
        {
          value: requestedQuantity,
        },
      ),
    );
  }
  return { targetId, quantity: type.quantified ? requestedQuantity : null };
}

/** Puts the same link on the other side: what came is added there, what went is taken away. */
function mirror(
  batch: WriteBatch,
  productId: string,
  type: string,
  before: readonly Link[],
  after: readonly Link[],
  counterparts: Map<string, Links>,
): void {
  const quantityById = new Map(after.map(({ targetId, quantity }) => [targetId, quantity]));
  for (const targetId of new Set([...before, ...after].filter(isShown).map((link) => link.targetId))) {
    const links = counterparts.get(targetId) ?? batch.products.get(targetId)?.links;
    if (links === undefined) throw new Error(`Product ${targetId} is linked both ways but was not locked.`);
    const others = (links.get(type) ?? []).filter((link) => link.targetId !== productId);
    const present = (links.get(type) ?? []).find((link) => link.targetId === productId);
    const quantity = quantityById.get(targetId);
    if (quantity === undefined) counterparts.set(targetId, new Map(links).set(type, others));
    else if (present === undefined)
      counterparts.set(targetId, new Map(links).set(type, [...others, { targetId: productId, quantity }]));
    else if (present.quantity !== quantity) {
      const same = (links.get(type) ?? []).map((link) => (link === present ? { ...link, quantity } : link));
      counterparts.set(targetId, new Map(links).set(type, same));
    }
  }
}

/** Returns the change of the links of one type; null for none. */
function linkChange(
  batch: WriteBatch,
  type: string,
  before: readonly Link[],
  after: readonly Link[],
): StoredChange | null {
  const skuOf = (id: string) => batch.products.get(id)?.row.sku ?? batch.skuById.get(id) ?? id;
  const change = associationChange(type, [before, after], skuOf);
  return jsonEquals(change.byId.old, change.byId.new) ? null : change;
}

/** Returns the change of the links of one type, before and after. Its labels leave out links to deleted products. */
export function associationChange(
  type: string,
  [before, after]: readonly [readonly Link[], readonly Link[]],
  skuOf: (id: string) => string,
): StoredChange & Required<Pick<StoredChange, 'byId'>> {
  return {
    path: `associations.${type}.products`,
    channel: null,
    locale: null,
    old: wireLinks(before, skuOf),
    new: wireLinks(after, skuOf),
    byId: { old: linksToJson(before), new: linksToJson(after) },
  };
}

/** Returns links as they are written: `"SKU-1"` or `{ "ref": "SKU-1", "quantity": 2 }`. */
const wireLinks = (links: readonly Link[], skuOf: (id: string) => string): JsonValue =>
  links
    .filter(isShown)
    .map(({ targetId, quantity }) =>
      quantity === null ? skuOf(targetId) : { ref: skuOf(targetId), quantity },
    );

/** Returns links as products hold them, in their order: UUIDs, or `{ "id": …, "quantity": 2 }`. */
const linksToJson = (links: readonly Link[]): JsonValue =>
  links.map(({ targetId, quantity }) => (quantity === null ? targetId : { id: targetId, quantity }));

/** Returns the changes between two states of a product's links, one per type. */
export function linkChanges(batch: WriteBatch, before: Links, after: Links): StoredChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .sort()
    .flatMap((type) => linkChange(batch, type, before.get(type) ?? [], after.get(type) ?? []) ?? []);
}
