import { ApiError } from '../../api/api-error.ts';
import {
  cellsOfDraft,
  codeOfKey,
  keyOfObject,
  type LabelCell,
  stateOfCell,
} from '../../catalogue/labels/label-cells.ts';
import type { PreparedLabels, WrittenLabels } from '../../catalogue/labels/label-source.ts';
import { previewModel, writeModel } from '../../catalogue/model/apply-model.ts';
import type { Draft } from '../../catalogue/model/config-page-types.ts';
import type { Effects } from '../../catalogue/model/effects/effect-documents.ts';
import { revertSaved } from '../../catalogue/undo/revert-saved.ts';
import { findLabels, loadUnits, type ModelLabels, type UnitsOfFamily } from './label-documents.ts';
import { type LabelRequest, labelRequests } from './label-input.ts';

/**
 * Reads the objects of a draft again and tries the changes of those labels that nobody else changed. Nothing is stored.
 *
 * @throws ApiError if the request fails as a whole
 */
export async function prepareLabels(draft: Draft): Promise<PreparedLabels> {
  const cells = cellsOfDraft(draft);
  const objects = await loadObjects(cells);
  const ready = cells.filter((cell) => stateOfCell(cell, objects.get(cell.key) ?? null) === 'ready');
  const writes = [...Map.groupBy(ready, ({ key }) => key)].flatMap(([key, ofObject]) => {
    const object = objects.get(key);
    const labels = Object.fromEntries(ofObject.map(({ locale, value }) => [locale, value]));
    return object == null ? [] : [{ object, labels }];
  });
  const units = await loadFamilies(writes.map(({ object }) => object));
  const requests = labelRequests(writes, (family) => units.get(family));
  const previews: Effects[] = [];
  const faults = new Map<string, string>();
  for (const { input, keyAt } of requests) {
    try {
      previews.push(await previewModel(input));
    } catch (error) {
      if (!(error instanceof ApiError) || error.faults.length === 0) throw error;
      for (const { path, message } of error.faults) {
        const key = keyAt(path);
        if (key === undefined) throw error;
        faults.set(key, message);
      }
    }
  }
  const write = () => writeLabels(requests, ready);
  return { ready, effects: mergeEffects(previews), objects, faults, write };
}

async function loadObjects(cells: readonly LabelCell[]): Promise<ReadonlyMap<string, ModelLabels | null>> {
  const keys = new Set(cells.map(({ key }) => key));
  const storedObjects = await findLabels([...new Set([...keys].map(codeOfKey))]);
  const byKey = new Map(storedObjects.map((object) => [keyOfObject(object), object]));
  return new Map([...keys].map((key) => [key, byKey.get(key) ?? null]));
}

async function loadFamilies(objects: readonly ModelLabels[]): Promise<ReadonlyMap<string, UnitsOfFamily>> {
  const families = new Set(objects.flatMap(({ kind, owner }) => (kind === 'UNIT' ? (owner ?? []) : [])));
  const units = await Promise.all([...families].map(async (code) => [code, await loadUnits(code)] as const));
  return new Map(units.flatMap(([code, family]) => (family === null ? [] : [[code, family] as const])));
}

/** Adds up the effects of several requests. Their filters are those of single requests, and are left out then. */
function mergeEffects(previews: readonly Effects[]): Effects {
  if (previews.length === 1 && previews[0] !== undefined) return previews[0];
  const byKind = Map.groupBy(
    previews.flatMap(({ products }) => products),
    ({ kind, severity, channel, locale, currency, attribute }) =>
      [kind, severity, channel, locale, currency, attribute].join(),
  );
  const products = [...byKind.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            count: others.reduce((sum, { count }) => sum + count, first.count),
            filter: others.length === 0 ? first.filter : null,
          },
        ],
  );
  return {
    complete: previews.every(({ complete }) => complete),
    products,
    entities: previews.flatMap(({ entities }) => entities),
    storefronts: previews.flatMap(({ storefronts }) => storefronts),
    references: previews.flatMap(({ references }) => references),
  };
}

/** Writes labels by requests one after the other, up to the first that fails. */
export async function writeLabels(
  requests: readonly LabelRequest[],
  ready: readonly LabelCell[],
): Promise<WrittenLabels> {
  const requestIds: string[] = [];
  const keys = new Set<string>();
  const written = (error: unknown): WrittenLabels => ({
    labels: ready.filter(({ key }) => keys.has(key)),
    undo: () => revertSaved({ requestIds, count: null }),
    faults: new Map(),
    error,
  });
  for (const { input, keys: keysOfRequest } of requests) {
    try {
      requestIds.push(await writeModel(input));
    } catch (error) {
      return written(error);
    }
    for (const key of keysOfRequest) keys.add(key);
  }
  return written(null);
}
