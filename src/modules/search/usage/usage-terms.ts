import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import { type AttributeDefinition, isMeasurement, pricesOf } from '../../attribute/index.ts';
import type { IndexedCell, NamedKind, SearchDocument } from '../filter/search-document.ts';
import type { RowSettings } from '../row/cell-encoding.ts';
import { cellTerms, termHash } from '../row/term.ts';

/**
 * Returns one term, as decimal text, for each object that a product or entity names itself. Terms depend on values and
 * on properties of attributes that cannot change while there are values, so no change of configuration makes them stale.
 */
export function usageTerms(
  { ownValues, named }: Pick<SearchDocument, 'ownValues' | 'named'>,
  { organizationId, structure }: Pick<RowSettings, 'organizationId' | 'structure'>,
): readonly string[] {
  const terms = new Set<string>();
  const add = (kind: NamedKind, code: string, owner?: string) =>
    terms.add(termHash(organizationId, cellTerms.uses(kind, owner, code)));
  for (const { kind, owner, code } of named) add(kind, code, owner);
  for (const [code, cells] of Object.entries(ownValues)) {
    add('attribute', code);
    const attribute = structure.attributes.get(foldKey(code));
    for (const cell of cells) addCell(attribute, cell, add);
  }
  return [...terms].toSorted();
}

type Add = (kind: NamedKind, code: string, owner?: string) => void;

function addCell(attribute: AttributeDefinition | undefined, cell: IndexedCell, add: Add): void {
  if (cell.channel !== undefined) add('channel', cell.channel);
  if (cell.locale !== undefined) add('locale', cell.locale);
  if (attribute !== undefined) addValue(attribute, cell.value, add);
}

function addValue(attribute: AttributeDefinition, value: JsonValue, add: Add): void {
  const codes = () => (isJsonArray(value) ? value : [value]).map(String);
  switch (attribute.type) {
    case 'select':
    case 'multi_select':
      for (const code of codes()) add('option', code, attribute.optionSet ?? '');
      break;
    case 'entity':
    case 'entity_list':
      for (const code of codes()) add('entity', code, attribute.entityType ?? '');
      break;
    case 'media':
    case 'media_list':
      for (const code of codes()) add('media', code);
      break;
    case 'measurement':
      if (isMeasurement(value)) add('unit', value.unit, attribute.measurementFamily ?? '');
      break;
    case 'price':
      for (const { currency } of pricesOf(value)) add('currency', currency);
      break;
    default:
  }
}
