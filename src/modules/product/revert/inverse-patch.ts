import { type StoredChange, storedValueAfter, storedValueBefore } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { isJsonArray, isJsonObject, type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { changedSince, type RevertProblem, type RevertSettings } from '../../../platform/ledger/revert.ts';
import { camelCase } from '../../../platform/resource/table-store.ts';
import { isCodeList } from '../../attribute/index.ts';
import {
  isProductProperty,
  type ProductPropertyKey,
  type ProductStatus,
  type SetProperty,
} from '../../property/index.ts';
import {
  type CellAssignment,
  cellsOf,
  findCell,
  invertListChange,
  invertPriceChange,
} from '../../values/index.ts';
import type { Link } from '../model/links.ts';
import type {
  AssociationPatch,
  CodesPatch,
  LinkInput,
  LinksPatch,
  ProductPatch,
} from '../model/product-input.ts';
import type { PendingProduct, WriteBatch } from '../model/write-batch.ts';

/** Part of a patch that reverts one change. */
export interface InversePart {
  readonly change: StoredChange;
  readonly cell?: CellAssignment;
  readonly association?: AssociationPatch;
  readonly externalRef?: { readonly system: string; readonly id: string | null };
  readonly properties?: ProductPatch;
  /** Reason why some of the change stays. */
  readonly stays?: RevertProblem | undefined;
}

/** The change is taken back by a part, by nothing because it is taken back already, or not at all. */
export type Inverse = InversePart | null | { readonly problem: RevertProblem };

export interface InvertContext {
  readonly batch: WriteBatch;
  readonly current: PendingProduct;
  readonly onConflict: RevertSettings['onConflict'];
  readonly lists: NonNullable<RevertSettings['lists']>;
}

type InvertProperty = (change: StoredChange, invertContext: InvertContext) => Inverse;

/** Functions that revert a change of each property. */
const PROPERTIES: Readonly<Record<ProductPropertyKey, InvertProperty | `none: ${string}`>> = {
  sku: invertScalar(
    ({ row }) => row.sku,
    (old) => ({ rename: old }),
  ),
  type: 'none: follows the parent',
  attributeSet: invertScalar(
    ({ row }) => row.attributeSet,
    (old) => ({ attributeSet: old }),
  ),
  variantLayout: invertScalar(
    ({ row }) => row.variantLayout,
    (old) => ({ variantLayout: old }),
  ),
  parent: invertParent,
  status: invertScalar(
    ({ row }) => row.status,
    (old) => ({ status: old as ProductStatus, refusedStatus: 'keep' }),
  ),
  channels: invertSet('channels'),
  categories: invertSet('categories'),
  tags: invertSet('tags'),
  externalRefs: 'none: each system is a change of its own',
};

/** Returns the part of a patch that reverts a change of a product as it is now. */
export function invert(change: StoredChange, invertContext: InvertContext): Inverse {
  const { path } = change;
  if (path.startsWith('values.')) return invertCell(change, path.slice('values.'.length), invertContext);
  const system = /^external_refs\.(.+)$/.exec(path)?.[1];
  if (system !== undefined) return invertExternalRef(change, system, invertContext);
  const [, type, kind] = /^associations\.([^.]+)\.(products|entities)$/.exec(path) ?? [];
  if (type !== undefined)
    return kind === 'products'
      ? invertLinks(change, type, invertContext)
      : invertEntityLinks(change, type, invertContext);
  const key = camelCase(path);
  const invertProperty = isProductProperty(key) ? PROPERTIES[key] : undefined;
  if (typeof invertProperty === 'function') return invertProperty(change, invertContext);
  return null;
}

/** Reverts a single value: it goes back where it is still what the change has made of it. */
function backTo(
  change: StoredChange,
  {
    present,
    old,
    onConflict,
  }: Pick<InvertContext, 'onConflict'> & { readonly present: JsonValue; readonly old: JsonValue },
  part: Omit<InversePart, 'change'>,
): Inverse {
  if (jsonEquals(present, old)) return null;
  if (onConflict === 'skip' && !jsonEquals(present, change.new))
    return { problem: changedSince(change, present) };
  return { change, ...part };
}

function invertScalar(
  presentOf: (current: PendingProduct) => string | null,
  toPatch: (old: string | null) => ProductPatch,
): InvertProperty {
  return (change, { current, onConflict }) => {
    const old = textOf(change.old);
    return backTo(change, { present: presentOf(current), old, onConflict }, { properties: toPatch(old) });
  };
}

const textOf = (value: JsonValue): string | null => (typeof value === 'string' ? value : null);

function invertParent(change: StoredChange, { batch, current, onConflict }: InvertContext): Inverse {
  const { parentId } = current.row;
  if (change.byId !== undefined) {
    const old = textOf(change.byId.old);
    const parent = old === null ? null : encodeId('Product', old);
    if (parentId === old) return null;
    if (onConflict !== 'skip' || parentId === change.byId.new) return { change, properties: { parent } };
    return { problem: changedSince(change, skuOf(batch, parentId)) };
  }
  const present = skuOf(batch, parentId);
  return backTo(
    change,
    { present, old: change.old, onConflict },
    { properties: { parent: textOf(change.old) } },
  );
}

const skuOf = (batch: WriteBatch, id: string | null) =>
  id === null ? null : (batch.products.get(id)?.row.sku ?? batch.skuById.get(id) ?? null);

function invertCell(
  change: StoredChange,
  attribute: string,
  { batch, current, onConflict }: InvertContext,
): Inverse {
  const { channel, locale, old } = change;
  const present = findCell(cellsOf(current.row.values, attribute), channel, locale)?.value ?? null;
  const cell = { attribute, channel, locale, value: old, partial: false, path: [] };
  const definition = batch.structure.attributes.get(foldKey(attribute));
  const isList = definition !== undefined && isCodeList(definition);
  // A variant without a list of its own has that of its model.
  const isOwn = current.row.parentId === null || [present, old, change.new].every((list) => list !== null);
  if (onConflict === 'skip' && isList && isOwn && !jsonEquals(present, change.new)) {
    const inverseChange = invertListChange({ old, new: change.new, present });
    return inverseChange === null ? null : { change, cell: { ...cell, value: null, ...inverseChange } };
  }
  if (onConflict === 'skip' && definition?.type === 'price' && isOwn && !jsonEquals(present, change.new)) {
    const { value, isChangedSince } = invertPriceChange({ old, new: change.new, present });
    const problem = isChangedSince ? changedSince(change, present) : undefined;
    if (value.length === 0) return problem === undefined ? null : { problem };
    return { change, cell: { ...cell, value: [...value], partial: true }, stays: problem };
  }
  return backTo(change, { present, old, onConflict }, { cell });
}

function invertExternalRef(
  change: StoredChange,
  system: string,
  { current, onConflict }: InvertContext,
): Inverse {
  const present = current.row.externalRefs.find((ref) => foldKey(ref.system) === foldKey(system))?.id ?? null;
  const id = textOf(change.old);
  return backTo(change, { present, old: change.old, onConflict }, { externalRef: { system, id } });
}

/** Reverts a set, which never conflicts: added members go, and removed ones come back. */
function invertSet(key: SetProperty): InvertProperty {
  return (change, { current, onConflict }) => {
    const present = current.row[key];
    const [old, now] = [codesOf(change.old), codesOf(change.new)];
    // No list of channels is not an empty one: it stands for every channel.
    if (present === null || old === null || now === null)
      return backTo(
        change,
        { present, old, onConflict },
        { properties: { [key]: old === null ? null : { set: old } } },
      );
    if (onConflict === 'exact')
      return jsonEquals(present, old) ? null : { change, properties: { [key]: { set: old } } };
    const patch: CodesPatch = jsonEquals(present, now)
      ? { set: old }
      : { add: without(old, now), remove: without(now, old) };
    const has = new Set(present.map(foldKey));
    const isDone =
      without(old, now).every((code) => has.has(foldKey(code))) &&
      without(now, old).every((code) => !has.has(foldKey(code)));
    return isDone ? null : { change, properties: { [key]: patch } };
  };
}

const codesOf = (value: JsonValue): readonly string[] | null =>
  isJsonArray(value) ? value.filter((code) => typeof code === 'string') : null;

function without(codes: readonly string[], others: readonly string[]): readonly string[] {
  const excludedKeys = new Set(others.map(foldKey));
  return codes.filter((code) => !excludedKeys.has(foldKey(code)));
}

/** A link of a change: by id, or by SKU where the event has no ids. */
interface ChangedLink {
  readonly ref: string;
  readonly id: string | null;
  readonly quantity: number | null;
}

function linksOf(
  value: JsonValue,
  idOf: (ref: string) => string | null,
  areIds: 'Product' | 'Entity' | null,
) {
  return (isJsonArray(value) ? value : []).flatMap((link): ChangedLink[] => {
    const linkRef = isJsonObject(link) ? (link.id ?? link.ref ?? null) : link;
    if (typeof linkRef !== 'string') return [];
    const quantity = isJsonObject(link) && typeof link.quantity === 'number' ? link.quantity : null;
    const ref = areIds === null ? linkRef : encodeId(areIds, linkRef);
    return [{ ref, id: areIds === null ? idOf(linkRef) : linkRef, quantity }];
  });
}

const refOf = (type: 'Product' | 'Entity', { id }: LinkIdentity) => encodeId(type, id ?? '');

const toInput = ({ ref, quantity }: ChangedLink): LinkInput =>
  quantity === null ? { ref } : { ref, quantity };

type LinkIdentity = Omit<ChangedLink, 'ref'>;

const keysOf = (links: readonly LinkIdentity[]) =>
  links.map(({ id, quantity }) => `${id} ${quantity}`).join('|');

/**
 * Reverts the whole list where nobody else has changed it since, in its old order; else single links. Links to deleted
 * products are stored, and nobody is shown them: they have their old position too, as these products may come back.
 *
 * @param isWhole says that nobody but the call has changed the list since
 */
function invertList(
  present: readonly LinkIdentity[],
  {
    old,
    now,
    isWhole,
  }: {
    readonly old: readonly ChangedLink[];
    readonly now: readonly ChangedLink[];
    readonly isWhole: boolean;
  },
  isLiving: (link: LinkIdentity & { readonly ref?: string }) => boolean,
): LinksPatch | null {
  const presentById = new Map(present.map((link) => [link.id, link]));
  const nowById = new Map(now.map((link) => [link.id, link]));
  const oldIds = new Set(old.map(({ id }) => id));
  const livingLinks = present.filter(isLiving);
  const remove = now.filter(({ id }) => !oldIds.has(id) && presentById.has(id));
  const removeDeleted = remove.flatMap((link) => (link.id === null || isLiving(link) ? [] : [link.id]));
  if (isWhole || keysOf(livingLinks) === keysOf(now.filter(isLiving))) {
    const living = old.filter(isLiving);
    const missing = old.filter(
      (link) => !isLiving(link) && presentById.get(link.id)?.quantity !== link.quantity,
    );
    const order = isWhole ? old.flatMap(({ id }) => id ?? []) : [];
    const inOrder = isWhole ? keysOf(old.filter(({ id }) => presentById.has(id))) === keysOf(present) : true;
    if (keysOf(livingLinks) === keysOf(living) && inOrder && missing.length + removeDeleted.length === 0)
      return null;
    return { set: living.map(toInput), add: missing.map(toInput), removeDeleted, order };
  }
  const add = old.filter((link) => {
    const changed = nowById.get(link.id);
    const stands = presentById.get(link.id);
    if (changed === undefined) return stands === undefined;
    // Another quantity of a link that was there before and after.
    return changed.quantity !== link.quantity && stands?.quantity === changed.quantity;
  });
  if (add.length + remove.length === 0) return null;
  return { add: add.map(toInput), remove: remove.map(({ ref }) => ref), removeDeleted };
}

const toKnown = (links: readonly Link[]): LinkIdentity[] =>
  links.map(({ targetId, quantity }) => ({ id: targetId, quantity }));

function invertLinks(
  change: StoredChange,
  type: string,
  { batch, current, onConflict, lists }: InvertContext,
): Inverse {
  const isWhole = lists.get(change);
  if (isWhole === false) return null;
  const idOf = (sku: string) => batch.idBySku.get(foldKey(sku)) ?? null;
  const areIds = change.byId === undefined ? null : 'Product';
  const [old, now] = [storedValueBefore(change), storedValueAfter(change)].map((value) =>
    linksOf(value, idOf, areIds),
  ) as [ChangedLink[], ChangedLink[]];
  const links = current.links.get(type) ?? [];
  const deleted = new Set(
    links.filter(({ isDeleted }) => isDeleted === true).map(({ targetId }) => targetId),
  );
  const isLiving = ({ id }: LinkIdentity) =>
    id !== null && !deleted.has(id) && (batch.products.has(id) || batch.skuById.has(id));
  const present = toKnown(links);
  const since =
    isWhole || onConflict === 'exact'
      ? present.map((link) => ({ ...link, ref: refOf('Product', link) }))
      : now;
  const products = invertList(present, { old, now: since, isWhole: isWhole === true }, isLiving);
  return products === null ? null : { change, association: { type, products } };
}

function invertEntityLinks(
  change: StoredChange,
  type: string,
  { batch, current, onConflict, lists }: InvertContext,
): Inverse {
  const isWhole = lists.get(change);
  if (isWhole === false) return null;
  const idOf = (name: string) => batch.entities.find(name)?.id ?? null;
  const areIds = change.byId === undefined ? null : 'Entity';
  const [old, now] = [storedValueBefore(change), storedValueAfter(change)].map((value) =>
    linksOf(value, idOf, areIds),
  ) as [ChangedLink[], ChangedLink[]];
  // A linked entity cannot be deleted.
  const isLiving = ({ id, ref = '' }: LinkIdentity & { readonly ref?: string }) =>
    batch.entities.nameById.has(id ?? '') || batch.entities.find(ref) !== undefined;
  const present = (current.entityLinks.get(type) ?? []).map((id) => ({ id, quantity: null }));
  const since =
    isWhole || onConflict === 'exact'
      ? present.map((link) => ({ ...link, ref: refOf('Entity', link) }))
      : now;
  const entities = invertList(present, { old, now: since, isWhole: isWhole === true }, isLiving);
  return entities === null ? null : { change, association: { type, entities } };
}

/**
 * Returns the patch of parts. The first keys of the paths of problems lead back to the part: `cells`, `associations`
 * and `externalRefs` are followed by its position in the list that `inversePartsOf` returns.
 */
export function toPatch(parts: readonly InversePart[]): ProductPatch {
  return {
    ...Object.assign({}, ...parts.map(({ properties }) => properties ?? {})),
    values: inversePartsOf(parts, 'cell').map(({ cell }, index) => ({
      ...(cell as CellAssignment),
      path: ['cells', String(index)],
    })),
    associations: inversePartsOf(parts, 'association').map(
      ({ association }) => association as AssociationPatch,
    ),
    ...(inversePartsOf(parts, 'externalRef').length === 0
      ? {}
      : { externalRefs: inversePartsOf(parts, 'externalRef').map(({ externalRef }) => externalRef) }),
  } as ProductPatch;
}

export const inversePartsOf = (parts: readonly InversePart[], key: 'cell' | 'association' | 'externalRef') =>
  parts.filter((part) => part[key] !== undefined);

/** Returns a patch that names all objects that a reverted change may name, so that they are loaded and locked. */
export function lockingPatch(changes: readonly StoredChange[]): ProductPatch {
  const parts = changes.flatMap((change): InversePart[] => {
    const { path, channel, locale, old, byId } = change;
    if (path.startsWith('values.')) {
      const attribute = path.slice('values.'.length);
      return [{ change, cell: { attribute, channel, locale, value: old, path: [] } }];
    }
    const system = /^external_refs\.(.+)$/.exec(path)?.[1];
    if (system !== undefined) return [{ change, externalRef: { system, id: textOf(old) } }];
    const [, type, kind] = /^associations\.([^.]+)\.(products|entities)$/.exec(path) ?? [];
    if (type !== undefined) {
      const areIds = byId === undefined ? null : kind === 'products' ? 'Product' : 'Entity';
      const references = [storedValueBefore(change), storedValueAfter(change)].flatMap((value) =>
        linksOf(value, () => null, areIds).map(({ ref }) => ({ ref })),
      );
      return [{ change, association: { type, [kind as 'products']: { set: references } } }];
    }
    if (path === 'parent') {
      const id = textOf(byId?.old ?? null);
      return [{ change, properties: { parent: id === null ? textOf(old) : encodeId('Product', id) } }];
    }
    if (path === 'sku') return [{ change, properties: { rename: textOf(old) } }];
    const codes = path === 'categories' ? codesOf(old) : null;
    return codes === null ? [] : [{ change, properties: { categories: { set: codes } } }];
  });
  return toPatch(parts);
}
