import { type DraftValue, valueKey } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { type Field, type FieldCell, toFieldText, toSavedValue } from './form-model.ts';

/** Returns the name of a value of a field; of a price with its currency. */
const nameOf = ({ attribute }: Pick<Field, 'attribute'>, currency: string | null): string =>
  [attribute.label, ...(currency === null ? [] : [currency])].join(' ');

/** Returns the address of a value in a draft. */
export const addressOf = (
  { attribute }: Pick<Field, 'attribute'>,
  { channel, locale }: FieldCell,
  currency: string | null,
) => ({ attribute: attribute.code, channel, locale, currency });

/** Puts what somebody gave a field into the draft, which is saved later together with all else. */
export function stageValue(
  store: DraftStore,
  of: {
    readonly field: Pick<Field, 'attribute'>;
    readonly cell: FieldCell;
    readonly currency: string | null;
  },
  next: { readonly text: string; readonly value: unknown; readonly fault?: string | null },
): void {
  const { field, cell, currency } = of;
  const address = addressOf(field, cell, currency);
  const before: DraftValue | undefined = store.values().get(valueKey(address));
  store.put([
    {
      ...address,
      label: nameOf(field, currency),
      text: next.text,
      value: next.value,
      fault: next.fault ?? null,
      base: before === undefined ? toSavedValue(cell.own, currency) : before.base,
      baseText: before === undefined ? toFieldText(field.attribute, cell.own, currency) : before.baseText,
      isInheriting: cell.inherited !== null,
    },
  ]);
}
