import { foldKey } from '../../kernel/codes.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { sameJson } from '../../kernel/json.ts';
import { Conflict, type Refusal } from '../../kernel/refusal.ts';
import type { AttributeSetDocument, LayoutUse, VariantLayoutDocument } from './attribute-set.store.ts';

/** Layouts that products use stay, and so do their axes: products are told apart by them. */
export function refuseChangedLayouts(
  before: AttributeSetDocument,
  after: AttributeSetDocument,
  useOf: (layout: string) => LayoutUse | undefined,
): Refusal | null {
  for (const old of before.variantLayouts) {
    const use = useOf(old.code);
    if (use === undefined) continue;
    const index = after.variantLayouts.findIndex(({ code }) => foldKey(code) === foldKey(old.code));
    const next = after.variantLayouts[index];
    if (next === undefined) return removed(old, use);
    if (!sameJson(axesOf(old), axesOf(next))) return changed(old, use, index);
  }
  return null;
}

const axesOf = ({ levels }: VariantLayoutDocument) => levels.map(({ axes }) => axes);

const productsOf = ({ count, first }: LayoutUse) => {
  const names = first.map(({ code }) => `'${code}'`).join(', ');
  return `${count === 1 ? 'product' : `${count} products`} (${names}${count > first.length ? ', …' : ''})`;
};

function removed({ code }: VariantLayoutDocument, use: LayoutUse): Conflict {
  const message = `The variant layout '${code}' is used by ${productsOf(use)}.`;
  return new Conflict('resource-in-use', message, { usedBy: use.first });
}

function changed({ code }: VariantLayoutDocument, use: LayoutUse, index: number): Conflict {
  const message = `The axes of the variant layout '${code}' cannot be changed: it is used by ${productsOf(use)}.`;
  const path = ['variantLayouts', String(index), 'levels'];
  return new Conflict('immutable-property', message, {
    errors: [fieldProblem('immutable-property', path, message)],
    usedBy: use.first,
  });
}
