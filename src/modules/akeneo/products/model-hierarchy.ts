import { foldKey } from '../../../kernel/codes.ts';
import type { ModelMetadata } from './product-rows.ts';
import type { ExistingLayouts } from './variant-layouts.ts';

/** Tells which model above a row holds which attribute. */
export interface ModelHierarchy {
  /** Returns the key of a model or parent behind its SKU. */
  keyOf(sku: string): string;
  /** Returns the SKU of the model that a row names. */
  skuOf(code: string): string;
  /**
   * Returns the key of the model that holds an attribute for everything below it, asked from a row by its parent's SKU.
   * Null when the row holds it itself, or a model on the way is not in the files.
   */
  ownerOf(parent: string | null | undefined, attribute: string): string | null;
}

export function readModelHierarchy(
  models: ReadonlyMap<string, ModelMetadata>,
  layouts: ExistingLayouts,
  modelPrefix: string,
): ModelHierarchy {
  const keyOf = (sku: string) => foldKey(sku.slice(modelPrefix.length));
  return {
    keyOf,
    skuOf: (code) => modelPrefix + code,
    ownerOf(parent, attribute) {
      if (parent === null || parent === undefined) return null;
      let key = keyOf(parent);
      let model = models.get(key);
      if (model === undefined) return null;
      // An attribute that the layout does not name belongs to the root.
      const level = layouts.get(foldKey(model.layout))?.levels.get(foldKey(attribute)) ?? 0;
      if (level > model.level) return null;
      // Models that name each other as parents have no root; they are rejected later.
      for (let steps = model.level; model.level > level && steps > 0; steps -= 1) {
        if (model.parent === null) return null;
        key = foldKey(model.parent);
        model = models.get(key);
        if (model === undefined) return null;
      }
      return model.level === level ? key : null;
    },
  };
}
