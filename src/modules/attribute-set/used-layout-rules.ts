import { foldKey } from '../../kernel/codes.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { sameJson } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { Conflict, type Refusal } from '../../kernel/refusal.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { MAXIMUM_USERS_COUNTED } from '../../platform/resource/usages.ts';
import type { AttributeSetDocument, VariantLayoutDocument } from './attribute-set.store.ts';

/** Layouts that products use stay, and so do their axes: products are distinguished by them. */
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

const productsOf = (use: Usages): Message => {
  const { total } = use;
  const first = firstOf(use);
  const names = `${first.map(({ code }) => `'${code}'`).join(', ')}${total > first.length ? ', …' : ''}`;
  if (total === 1) return localized('one-product-listed', { names });
  return total > MAXIMUM_USERS_COUNTED
    ? localized('more-products-listed', { count: MAXIMUM_USERS_COUNTED, names })
    : localized('products-listed', { count: total, names });
};

function removed({ code }: VariantLayoutDocument, use: Usages): Conflict {
  const message = localized('layout-in-use', { layout: code, users: productsOf(use) });
  return new Conflict('resource-in-use', message, { usedBy: firstOf(use) });
}

function changed({ code }: VariantLayoutDocument, use: Usages, index: number): Conflict {
  const message = localized('layout-axes-in-use', { layout: code, users: productsOf(use) });
  const path = ['variantLayouts', String(index), 'levels'];
  return new Conflict('immutable-property', message, {
    errors: [fieldProblem('immutable-property', path, message)],
    usedBy: firstOf(use),
  });
}
