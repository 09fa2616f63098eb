import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import type { ResourceDocument, ResourcePatch, StoredDocument } from '../../platform/resource/resource.ts';
import { CONFIGURATION_RESOURCES, keyOfObject } from '../configuration/index.ts';
import { applyModel, type ModelItemResult } from './apply-model.ts';
import type { ModelItem } from './model-items.ts';
import { MAX_MODEL_ITEMS, MAX_MODEL_OPTIONS } from './model-problems.ts';

/** Objects that exist, as they are stored. */
export type StoredItems = ReadonlyMap<ModelItem, StoredDocument<ResourceDocument>>;

/** Loads those objects that exist. */
async function loadStored(context: WriteContext, items: readonly ModelItem[]): Promise<StoredItems> {
  const stored = new Map<ModelItem, StoredDocument<ResourceDocument>>();
  for (const [kind, ofKind] of Map.groupBy(items, (item) => item.kind)) {
    const keyOf = ({ patch }: ModelItem) => keyOfObject(kind, patch);
    const { store } = CONFIGURATION_RESOURCES[kind];
    const documents = await store.load(context, context.session.organizationId, ofKind.map(keyOf), false);
    for (const item of ofKind) {
      const document = documents.get(keyOf(item));
      if (document !== undefined && !isDisabled(item, document)) stored.set(item, document);
    }
  }
  return stored;
}

/** Returns true for a locale or currency that exists and has to be enabled. */
const isDisabled = ({ patch }: ModelItem, { document }: StoredDocument<ResourceDocument>): boolean =>
  patch.enabled === true && (document as unknown as ResourcePatch).enabled === false;

/**
 * Creates those objects that do not exist; what exists stays as it is, but locales and currencies are enabled. The
 * structure has to be locked before.
 *
 * @param items any number of them; each refers only to those before it, or to existing ones
 * @param checkStored is called with what exists, before anything is written
 * @returns the result of each item
 * @throws ValidationFailed
 */
export async function createMissing(
  context: WriteContext,
  items: readonly ModelItem[],
  checkStored: (stored: StoredItems) => void = () => {},
): Promise<readonly ModelItemResult[]> {
  const stored = await loadStored(context, items);
  checkStored(stored);
  const resultByItem = new Map<ModelItem, ModelItemResult>();
  for (const part of partsOf(items.filter((item) => !stored.has(item)))) {
    const { results } = await applyModel.handler(context, { items: part, deletions: [] });
    for (const [index, item] of part.entries()) {
      const result = results[index];
      if (result !== undefined) resultByItem.set(item, result);
    }
  }
  return items.map((item) => resultByItem.get(item) ?? toUnchanged(item, stored.get(item)));
}

/** Returns objects in parts that are each small enough for one model. */
function partsOf(items: readonly ModelItem[]): readonly (readonly ModelItem[])[] {
  const parts: ModelItem[][] = [];
  let options = 0;
  for (const item of items) {
    const part = parts.at(-1);
    const isOption = item.kind === 'option';
    const isFull =
      part === undefined ||
      (isOption ? options >= MAX_MODEL_OPTIONS : part.length - options >= MAX_MODEL_ITEMS);
    if (isFull) {
      parts.push([item]);
      options = 0;
    } else part.push(item);
    if (isOption) options += 1;
  }
  return parts;
}

function toUnchanged(item: ModelItem, stored: StoredDocument<ResourceDocument> | undefined): ModelItemResult {
  if (stored === undefined) throw new Error(`Creating what is missing gave no result of ${item.patch.code}.`);
  const { kind } = item;
  const { code } = stored.document;
  const id = encodeId(CONFIGURATION_RESOURCES[kind].type, stored.id);
  return { kind, id, code, outcome: 'unchanged', version: stored.version };
}
