import { foldKey } from '../../kernel/codes.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { sameJson } from '../../kernel/json.ts';
import { Conflict, type Refusal } from '../../kernel/refusal.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import type { AttributeSetDocument, VariantLayoutDocument } from './attribute-set.store.ts';

/** Layouts that products use stay, and so do their axes: products are told apart by them. */
export function refuseChangedLayouts(
  before: AttributeSetDocument,
  after: AttributeSetDocument,
  useOf: (layout: string) => Usages | undefined,
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

const firstOf = ({ named }: Usages) => named.slice(0, 3);

const productsOf = (use: Usages) => {
  const { total } = use;
  const first = firstOf(use);
  const names = first.map(({ code }) => `'${code}'`).join(', ');
  const products =
    total > MAXIMUM_USERS_COUNTED ? `more than ${MAXIMUM_USERS_COUNTED} products` : `${total} products`;
  return `${total === 1 ? 'product' : products} (${names}${total > first.length ? ', …' : ''})`;
};

function removed({ code }: VariantLayoutDocument, use: Usages): Conflict {
  const message = `The variant layout '${code}' is used by ${productsOf(use)}.`;
  return new Conflict('resource-in-use', message, { usedBy: firstOf(use) });
}

function changed({ code }: VariantLayoutDocument, use: Usages, index: number): Conflict {
  const message = `The axes of the variant layout '${code}' cannot be changed: it is used by ${productsOf(use)}.`;
  const path = ['variantLayouts', String(index), 'levels'];
  return new Conflict('immutable-property', message, {
    errors: [fieldProblem('immutable-property', path, message)],
    usedBy: firstOf(use),
  });
}
