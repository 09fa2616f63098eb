import {
  type AttributeType,
  attributeTypeLabel,
} from '../../../catalogue/model/attributes/attribute-types.ts';
import type { AttributePlan } from '../../../catalogue/model/attributes/create/attribute-plan.ts';
import { suggestType } from '../../../catalogue/model/attributes/create/suggest-type.ts';
import { abilitiesOf } from '../../../catalogue/model/attributes/type-abilities.ts';
import { t } from '../../../i18n/translate.ts';
import { findChoice, readList, readUnit } from './read-cells.ts';
import { parseType } from './table-columns.ts';
import { type CellFault, changedElsewhere, clearing, type TableModel, using } from './table-model.ts';

type PlannedType = Pick<
  AttributePlan,
  'type' | 'localizable' | 'optionSet' | 'options' | 'measurementFamily' | 'entityType' | 'defaultUnit'
>;

const NO_REFERENCES = {
  localizable: false,
  optionSet: null,
  options: [],
  measurementFamily: null,
  entityType: null,
} as const;

/** Returns the type of a new attribute, with what it needs. Where the table has none, unit, options and label suggest it. */
export function readType(
  text: (column: string) => string,
  label: string,
  code: string,
  model: TableModel,
  faults: Map<string, CellFault>,
): PlannedType {
  const suggestion = suggestType(label || code, model.entityTypes.length > 0);
  const type = parseType(text('type')) ?? suggestedType(text, suggestion.type);
  if (text('type') !== '' && parseType(text('type')) === null) {
    const choice = { value: type, label: attributeTypeLabel(type) };
    faults.set('type', using(t('Unknown type: {name}', { name: text('type') }), choice));
  }
  const { needs } = abilitiesOf(type);
  const localizable = type === suggestion.type && suggestion.localizable;
  const planned = { ...NO_REFERENCES, type, localizable };
  if (needs !== 'measurementFamily' && text('unit') !== '')
    faults.set('unit', clearing(t('Only measurements have a unit.')));
  if (needs === 'measurementFamily') {
    const unit = readUnit(text('unit'), model.families, suggestion.families);
    if ('family' in unit) return { ...planned, measurementFamily: unit.family, ...unit.defaultUnit };
    faults.set('unit', unit);
  } else if (needs === 'optionSet') {
    const optionSet = findChoice(model.optionSets, text('options'))?.value ?? null;
    return { ...planned, optionSet, options: optionSet === null ? readList(text('options')) : [] };
  } else if (needs === 'entityType') {
    const [only, ...others] = model.entityTypes;
    const entityType = findChoice(model.entityTypes, text('options')) ?? (others.length === 0 ? only : null);
    if (entityType == null) faults.set('options', { message: t('Enter the entity type that it refers to.') });
    return { ...planned, entityType: entityType?.value ?? null };
  } else if (text('options') !== '') {
    faults.set('options', clearing(t('Only single and several choices have options.')));
  }
  return planned;
}

function suggestedType(text: (column: string) => string, type: AttributeType): AttributeType {
  if (text('unit') !== '') return 'MEASUREMENT';
  return text('options') !== '' && abilitiesOf(type).needs === null ? 'SELECT' : type;
}

/** Returns the type of an attribute that exists; the table cannot change what belongs to it. */
export function keepType(
  text: (column: string) => string,
  existing: TableModel['attributes'][number],
  faults: Map<string, CellFault>,
): PlannedType {
  const { code, type, label } = existing;
  const parsed = parseType(text('type'));
  if (text('type') !== '' && parsed !== type) {
    const message = t('{name} exists already; its type stays {type}.', {
      name: label || code,
      type: attributeTypeLabel(type ?? ''),
    });
    faults.set('type', clearing(message));
  }
  for (const column of ['unit', 'options'])
    if (text(column) !== '') faults.set(column, clearing(changedElsewhere(existing)));
  return { ...NO_REFERENCES, type: (type ?? 'TEXT') as AttributeType };
}
