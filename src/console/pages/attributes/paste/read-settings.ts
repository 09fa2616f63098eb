import { attributeTypeLabel } from '../../../catalogue/model/attributes/attribute-types.ts';
import type { AttributePlan } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import { abilitiesOf } from '../../../catalogue/model/attributes/type-abilities.ts';
import { parseYesNo } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../i18n/translate.ts';
import { type CellFault, changedElsewhere, clearing, type TableModel } from './table-model.ts';

type Settings = Pick<AttributePlan, 'localizable' | 'scopable' | 'unique' | 'sortOrder'>;

/** Returns the settings of an attribute. Empty cells leave those that its label suggests; only its position changes once it exists. */
export function readSettings(
  text: (column: string) => string,
  { type, localizable }: Pick<AttributePlan, 'type' | 'localizable'>,
  existing: TableModel['attributes'][number] | null,
  faults: Map<string, CellFault>,
): Settings {
  const { canBeLocalizable, canBeUnique } = abilitiesOf(type);
  const readFlag = (column: 'localizable' | 'scopable' | 'unique', isPossible: boolean, initial: boolean) => {
    if (text(column) === '') return initial;
    const isOn = parseYesNo(text(column));
    if (isOn === null)
      faults.set(column, clearing(t('“{text}” is neither yes nor no.', { text: text(column) })));
    else if (existing !== null && isOn !== existing[column])
      faults.set(column, clearing(changedElsewhere(existing)));
    else if (isOn && !isPossible)
      faults.set(
        column,
        clearing(t('Attributes of the type {type} do not have this.', { type: attributeTypeLabel(type) })),
      );
    return isOn ?? initial;
  };
  const position = text('sortOrder');
  if (!/^\d{0,9}$/.test(position)) faults.set('sortOrder', clearing(t('Enter a whole number.')));
  return {
    localizable: readFlag('localizable', canBeLocalizable, localizable),
    scopable: readFlag('scopable', true, false),
    ...(readFlag('unique', canBeUnique, false) ? { unique: true } : {}),
    ...(position === '' ? {} : { sortOrder: Number(position) }),
  };
}
