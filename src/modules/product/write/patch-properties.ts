import type { CellChange, StoredChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { camelCase, snakeCase } from '../../../platform/resource/table-store.ts';
import {
  isProductProperty,
  KEYWORDS_PROPERTIES,
  type KeywordsProperty,
  PRODUCT_PROPERTIES,
  PRODUCT_PROPERTY_KEYS,
  type ProductProperty,
  patchKeywords,
  type SetProperty,
} from '../../property/index.ts';
import { isCellChange, writesCell } from '../../values/index.ts';
import type { CodesPatch, ProductPatch } from '../model/product-input.ts';
import type { ProductRow } from '../model/product-row.ts';
import { missingReference, patchCodes } from '../model/product-rules.ts';
import type { WriteBatch } from '../model/write-batch.ts';

/** A set after a patch, and what is wrong with the patch. */
interface PatchedSet {
  /** Own set; null inherits. */
  readonly set: readonly string[] | null;
  readonly problems: readonly FieldProblem[];
}

type PatchSet = (
  batch: WriteBatch,
  row: ProductRow,
  patch: CodesPatch | null,
  ancestors: readonly ProductRow[],
) => PatchedSet;

const patchWordsOf =
  (key: KeywordsProperty): PatchSet =>
  (_batch, row, patch) => {
    const { words, problems } = patchKeywords(row[key], patch, key);
    return { set: words, problems };
  };

/** Functions that patch each set of codes. */
const CODES: Readonly<Record<Exclude<SetProperty, KeywordsProperty>, PatchSet>> = {
  channels({ structure: { channels } }, row, patch) {
    if (patch === null) return { set: null, problems: [] };
    const { codes, problems } = patchCodes(
      row.channels ?? [],
      patch,
      (code) => channels.get(foldKey(code))?.code,
      (code, key, index) =>
        missingReference(
          'channel',
          ['channels', key, String(index)],
          code,
          [...channels.values()].map((channel) => channel.code),
        ),
    );
    return { set: codes, problems };
  },
  categories(batch, row, patch, ancestors) {
    if (patch === null) return { set: [], problems: [] };
    const { codes, problems } = patchCodes(
      row.categories,
      patch,
      (code) => batch.categories.get(foldKey(code)),
      (code, key, index) => {
        const message = localized('not-found', { kind: 'category', ref: code });
        return fieldProblem('category-not-found', ['categories', key, String(index)], message, {
          value: code,
        });
      },
    );
    const inherited = new Set(
      batch.options.inheritedCells === 'skip' ? ancestors.flatMap(({ categories }) => categories) : [],
    );
    const isOwn = (code: string) => !inherited.has(code) || row.categories.includes(code);
    return { set: codes.filter(isOwn), problems };
  },
};

const SETS = Object.entries<PatchSet>({
  ...CODES,
  ...Object.fromEntries(KEYWORDS_PROPERTIES.map((key) => [key, patchWordsOf(key)])),
}) as readonly (readonly [SetProperty, PatchSet])[];

/** Returns the sets of codes and terms after a patch; unknown codes become problems and are left out. */
export function patchCodeSets(
  batch: WriteBatch,
  row: ProductRow,
  patch: ProductPatch,
  ancestors: readonly ProductRow[],
): { readonly row: ProductRow; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  let next = row;
  for (const [key, patchSet] of SETS) {
    const setPatch = patch[key];
    if (setPatch === undefined) continue;
    const patched = patchSet(batch, row, setPatch, ancestors);
    problems.push(...patched.problems);
    next = { ...next, [key]: patched.set };
  }
  return { row: next, problems };
}

/** Changes of external references are reported by system: see `refChanges`. */
const CHANGED_AS_A_WHOLE = PRODUCT_PROPERTY_KEYS.filter((key) => key !== 'externalRefs');

/**
 * Returns the changes besides the values and links, by the names in the API.
 *
 * @param after null for a product that is gone
 */
export function propertyChanges(
  before: ProductRow,
  after: ProductRow | null,
  skuById: (id: string) => string | undefined,
): StoredChange[] {
  const skuOf = (id: JsonValue) => (typeof id === 'string' ? (skuById(id) ?? null) : null);
  const heldBy = (row: ProductRow | null, key: (typeof CHANGED_AS_A_WHOLE)[number]): JsonValue =>
    row === null ? null : key === 'parent' ? row.parentId : row[key];
  return CHANGED_AS_A_WHOLE.flatMap((key): StoredChange[] => {
    const [old, now] = [heldBy(before, key), heldBy(after, key)];
    if (jsonEquals(old, now)) return [];
    const change = { path: snakeCase(key), channel: null, locale: null };
    return key === 'parent'
      ? [{ ...change, old: skuOf(old), new: skuOf(now), byId: { old, new: now } }]
      : [{ ...change, old, new: now }];
  });
}

/** Returns the effect of a change of a model on the products below it. Values and links are inherited. */
export function effectOnDescendants({ path }: CellChange): ProductProperty['below'] {
  const key = camelCase(path.split('.', 1)[0] ?? '');
  return isProductProperty(key) ? PRODUCT_PROPERTIES[key].below : 'inherited';
}

/** Returns true if a patch writes the property, cell or links that a change is about. */
export function writesChange(patch: ProductPatch, change: CellChange): boolean {
  if (isCellChange(change)) return writesCell(patch.values ?? [], change);
  const { path } = change;
  const system = /^external_refs\.(.+)/.exec(path)?.[1];
  if (system !== undefined) {
    const refs = patch.externalRefs;
    return refs === null || refs?.some((ref) => foldKey(ref.system) === foldKey(system)) === true;
  }
  const [, association, kind] = /^associations\.([^.]+)\.(products|entities)$/.exec(path) ?? [];
  if (association !== undefined) {
    return (patch.associations ?? []).some(
      (links) =>
        foldKey(links.type) === foldKey(association) && links[kind as 'products' | 'entities'] !== undefined,
    );
  }
  const key = camelCase(path);
  if (!isProductProperty(key)) return false;
  return (key === 'sku' ? patch.rename : patch[key]) !== undefined;
}
