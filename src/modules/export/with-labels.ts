import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { labelCategories } from '../category/index.ts';
import { booleanLabel, type FileItem, statusLabel } from '../file-formats/index.ts';
import { fallbackChain } from '../locale/index.ts';
import { loadLabelsOfOptions, type OptionTerm } from '../option-set/index.ts';
import { type CatalogueStructure, fallbackOf, labelSet } from '../structure/index.ts';
import type { CellWrite } from '../values/index.ts';

/** Returns the locales in which labels are searched for, best first. */
export const labelLocales = (structure: CatalogueStructure, locale: string): readonly string[] =>
  fallbackChain(locale, (code) => fallbackOf(structure, code));

interface LabelRowsInput {
  readonly items: readonly FileItem[];
  readonly structure: CatalogueStructure;
  readonly locale: string;
}

/**
 * Returns rows of products with labels for sets, categories, options, statuses and yes/no values, as imports read them
 * again.
 */
export const addLabels = defineRead({
  name: 'labelExportedRows',
  scope: 'import-export:write',
  errors: [],
  async handler(context: ReadContext, { items, structure, locale }: LabelRowsInput): Promise<FileItem[]> {
    const attributeOf = ({ attribute }: CellWrite) => structure.attributes.get(foldKey(attribute));
    const options = items.flatMap(({ cells }) =>
      cells.flatMap((cell): OptionTerm[] => {
        const optionSet = attributeOf(cell)?.optionSet ?? null;
        return optionSet === null || cell.clear
          ? []
          : codesIn(cell.value).map((code) => ({ optionSet, code }));
      }),
    );
    const { organizationId } = context.session;
    const locales = labelLocales(structure, locale);
    const labelOf = await loadLabelsOfOptions(context, organizationId, options, locales);
    const categories = items.flatMap(({ fields }) => codesIn(fields.categories ?? null));
    const categoryOf = await labelCategories(context, organizationId, categories, locales);
    const sets = new Set(
      items.map(({ fields }) => fields.attribute_set).filter((set) => typeof set === 'string'),
    );
    const setLabels = new Map([...sets].map((set) => [set, labelSet(structure, set, locales)]));
    const labelCell = (cell: CellWrite): CellWrite => {
      const { optionSet = null, type } = attributeOf(cell) ?? {};
      if (cell.clear) return cell;
      if (type === 'boolean' && typeof cell.value === 'boolean')
        return { ...cell, value: booleanLabel(cell.value, locale) };
      if (optionSet === null) return cell;
      const toLabel = (value: JsonValue) =>
        typeof value === 'string' ? labelOf({ optionSet, code: value }) : value;
      return { ...cell, value: isJsonArray(cell.value) ? cell.value.map(toLabel) : toLabel(cell.value) };
    };
    return items.map((item) => {
      const fields = { ...item.fields };
      const { status, attribute_set: set } = fields;
      if (typeof status === 'string') fields.status = statusLabel(status, locale);
      if (typeof set === 'string') fields.attribute_set = setLabels.get(set) ?? set;
      if (isJsonArray(fields.categories)) fields.categories = codesIn(fields.categories).map(categoryOf);
      return { ...item, fields, cells: item.cells.map(labelCell) };
    });
  },
});

const codesIn = (value: JsonValue): string[] =>
  (isJsonArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
