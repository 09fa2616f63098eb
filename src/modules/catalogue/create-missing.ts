import { encodeId } from '../../kernel/ids.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import type { ResourceDocument, ResourcePatch, StoredDocument } from '../../platform/resource/resource.ts';
import { CONFIGURATION_RESOURCES, keyOfObject } from '../configuration/index.ts';
import { applyModel, type ModelItemResult } from './apply-model.ts';
import type { ModelItem } from './model-items.ts';

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
  const missing = items.filter((item) => !stored.has(item));
  const { results } =
    missing.length === 0
      ? { results: [] }
      : await applyModel.handler(context, { items: missing, deletions: [] });
  const resultByItem = new Map(results.map((result, index) => [missing[index], result]));
  return items.map((item) => resultByItem.get(item) ?? toUnchanged(item, stored.get(item)));
}

function toUnchanged(item: ModelItem, stored: StoredDocument<ResourceDocument> | undefined): ModelItemResult {
  if (stored === undefined) throw new Error(`Creating what is missing gave no result of ${item.patch.code}.`);
  const { kind } = item;
  const { code } = stored.document;
  const id = encodeId(CONFIGURATION_RESOURCES[kind].type, stored.id);
  return { kind, id, code, outcome: 'unchanged', version: stored.version };
}
