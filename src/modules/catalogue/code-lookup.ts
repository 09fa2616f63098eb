import { foldKey } from '../../kernel/codes.ts';
import { defineLoader, type RequestLoaders } from '../../platform/loader.ts';
import type { ResourceDocument, ResourceStore } from '../../platform/resource/resource.ts';
import { attributeGroupStore } from '../attribute-group/index.ts';
import { categoryStore } from '../category/index.ts';
import { optionSetStore } from '../option-set/index.ts';
import {
  type CodeKind,
  type CodeLookup,
  type CodeReference,
  codesOfStructure,
  type StructureCodeKind,
  structureLoader,
} from '../structure/index.ts';

type StoredKind = Exclude<CodeKind, StructureCodeKind>;
type StoredCode = CodeReference & { readonly kind: StoredKind };

/** Stores of the kinds that the structure does not hold. */
const STORES: Readonly<Record<StoredKind, Pick<ResourceStore<ResourceDocument>, 'load' | 'loadAll'>>> = {
  'attribute-group': attributeGroupStore,
  category: categoryStore,
  'option-set': optionSetStore,
};

const isStored = (reference: CodeReference): reference is StoredCode => reference.kind in STORES;
const keyOf = (kind: CodeKind, key: string) => `${kind} ${key}`;

/**
 * Loads all codes of the kind of codes that lead nowhere. One statement runs per kind, and one more where a code is
 * wrong.
 */
const alternativesLoader = defineLoader<StoredCode, readonly string[]>({
  name: 'code_directory.alternatives',
  keyOf: ({ kind, code }) => keyOf(kind, foldKey(code)),
  async load(context, references) {
    const { organizationId } = context.session;
    const wrong = new Map<string, readonly string[]>();
    for (const [kind, codes] of Map.groupBy(references, (one) => one.kind)) {
      const keys = codes.map(({ code }) => foldKey(code));
      const documentsByKey = await STORES[kind].load(context, organizationId, keys, false);
      const missing = keys.filter((key) => !documentsByKey.has(key));
      if (missing.length === 0) continue;
      const all = (await STORES[kind].loadAll(context, organizationId)).map(({ document }) => document.code);
      for (const key of missing) wrong.set(keyOf(kind, key), all);
    }
    return wrong;
  },
});

/** Returns a directory for the codes that a request names. Reads only what their kinds need. */
export async function codeLookup(
  loads: RequestLoaders,
  references: readonly CodeReference[],
): Promise<CodeLookup> {
  const stored = references.filter(isStored);
  const structure = stored.length < references.length ? await loads.load(structureLoader, '') : null;
  const alternatives = await Promise.all(stored.map((one) => loads.load(alternativesLoader, one)));
  const wrong = new Set<string>();
  const codes = new Map<CodeKind, readonly string[]>();
  for (const [index, { kind, code }] of stored.entries()) {
    const all = alternatives[index] ?? null;
    if (all === null) continue;
    wrong.add(keyOf(kind, foldKey(code)));
    codes.set(kind, all);
  }
  return (kind) => {
    if (kind in STORES)
      return { has: (key) => !wrong.has(keyOf(kind, key)), all: () => codes.get(kind) ?? [] };
    if (structure === null) throw new Error(`No code of the kind ${kind} was named.`);
    return codesOfStructure(structure)(kind as StructureCodeKind);
  };
}
