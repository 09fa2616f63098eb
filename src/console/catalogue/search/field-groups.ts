import { t } from '../../i18n/translate.ts';
import type { GridSchema } from '../columns/column-documents.ts';
import { groupAttributes } from '../columns/group-attributes.ts';
import { fieldLabel } from './field-label.ts';
import type { FilterField } from './grid-documents.ts';

const ATTRIBUTE = 'attributes.';

/** The fields of products that people filter by, the most common first; the technical ones follow. */
const FIRST =
  'sku status attribute_set categories completeness updated_at created_at type tags channels'.split(' ');

/** Fields under a heading, as the select lists them. */
export interface FieldGroup {
  readonly group: string;
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Returns the fields of filters as they are chosen: those of products, then attributes by their groups. */
export function groupFields(
  fields: readonly FilterField[],
  model: Pick<GridSchema, 'attributes'>,
): FieldGroup[] {
  const attributes = groupAttributes(model.attributes);
  const indexByField = new Map(
    attributes.map((attribute, index) => [`${ATTRIBUTE}${attribute.code}`, index]),
  );
  const attributeOf = (field: string) => attributes[indexByField.get(field) ?? -1];
  const labelOf = (field: string) => attributeOf(field)?.label ?? fieldLabel(field);
  const byLabel = Map.groupBy(fields, ({ field }) => labelOf(field));
  const toItem = ({ field }: FilterField) => {
    const label = labelOf(field);
    const isUnique = byLabel.get(label)?.length === 1;
    return { value: field, label: isUnique ? label : `${label} (${field.replace(ATTRIBUTE, '')})` };
  };
  const rank = ({ field }: FilterField) => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  const own = fields.filter(({ field }) => !field.startsWith(ATTRIBUTE));
  const ofAttributes = fields
    .filter(({ field }) => field.startsWith(ATTRIBUTE))
    .toSorted((one, other) => (indexByField.get(one.field) ?? 0) - (indexByField.get(other.field) ?? 0));
  // Attributes without a group stand last.
  const groups = [
    ...Map.groupBy(ofAttributes, ({ field }) => attributeOf(field)?.group?.label ?? ''),
  ].toSorted(([one], [other]) => Number(one === '') - Number(other === ''));
  return [
    { group: t('Properties'), items: own.toSorted((one, other) => rank(one) - rank(other)).map(toItem) },
    ...groups.map(([group, found]) => ({
      group: group === '' ? t('Other attributes') : group,
      items: found.map(toItem),
    })),
  ];
}
