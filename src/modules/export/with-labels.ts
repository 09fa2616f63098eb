import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonValue } from '../../kernel/json.ts';
import type { Labels } from '../../kernel/labels.ts';
import { defineRead, type ReadContext } from '../../kernel/operation.ts';
import { findLabelledCategories, loadCategoryCodes, loadCategoryLabels } from '../category/index.ts';
import { type FileItem, flagLabel, statusLabel } from '../file-formats/index.ts';
import { fallbackChain } from '../locale/index.ts';
import { labelOptions, type OptionWord } from '../option-set/index.ts';
import { type CatalogueStructure, fallbackOf } from '../structure/index.ts';
import type { CellWrite } from '../values/index.ts';

/** The locales in which labels are looked for, best first. */
export const labelLocales = (structure: CatalogueStructure, locale: string): readonly string[] =>
  fallbackChain(locale, (code) => fallbackOf(structure, code));

interface LabelRowsInput {
  readonly items: readonly FileItem[];
  readonly structure: CatalogueStructure;
  readonly locale: string;
}

/** Rows of products with labels for sets, categories, options, statuses and yes/no values, as imports read them again. */
export const labelRows = defineRead({
  name: 'labelExportedRows',
  scope: 'import-export:write',
  errors: [],
  async handler(context: ReadContext, { items, structure, locale }: LabelRowsInput): Promise<FileItem[]> {
    const attributeOf = ({ attribute }: CellWrite) => structure.attributes.get(foldKey(attribute));
    const options = items.flatMap(({ cells }) =>
      cells.flatMap((cell): OptionWord[] => {
        const optionSet = attributeOf(cell)?.optionSet ?? null;
        return optionSet === null || cell.clear
          ? []
          : codesIn(cell.value).map((code) => ({ optionSet, code }));
      }),
    );
    const { organizationId } = context.session;
    const locales = labelLocales(structure, locale);
    const labelOf = await labelOptions(context, organizationId, options, locales);
    const categoryOf = await categoryLabels(context, items, locales);
    const setOf = setLabels(structure, locales);
    const labelled = (cell: CellWrite): CellWrite => {
      const { optionSet = null, type } = attributeOf(cell) ?? {};
      if (cell.clear) return cell;
      if (type === 'boolean' && typeof cell.value === 'boolean')
        return { ...cell, value: flagLabel(cell.value, locale) };
      if (optionSet === null) return cell;
      const toLabel = (value: JsonValue) =>
        typeof value === 'string' ? labelOf({ optionSet, code: value }) : value;
      return { ...cell, value: isJsonArray(cell.value) ? cell.value.map(toLabel) : toLabel(cell.value) };
    };
    return items.map((item) => {
      const fields = { ...item.fields };
      const { status, attribute_set: set, categories } = fields;
      if (typeof status === 'string') fields.status = statusLabel(status, locale);
      if (typeof set === 'string') fields.attribute_set = setOf(set);
      if (isJsonArray(categories)) fields.categories = codesIn(categories).map(categoryOf);
      return { ...item, fields, cells: item.cells.map(labelled) };
    });
  },
});

const bestOf = (labels: Labels, locales: readonly string[]): string =>
  locales.map((locale) => (labels[locale] ?? '').trim()).find((text) => text !== '') ?? '';

/** The label of a set where nothing else is called so; otherwise its code. */
function setLabels({ sets }: CatalogueStructure, locales: readonly string[]): (code: string) => string {
  const names = [...sets.values()].flatMap(({ document: { code, labels } }) =>
    [...new Set([code, ...Object.values(labels)].map(foldKey))].map((key) => ({ key, code })),
  );
  const named = Map.groupBy(names, ({ key }) => key);
  return (code) => {
    const label = bestOf(sets.get(foldKey(code))?.document.labels ?? {}, locales);
    return named.get(foldKey(label))?.length === 1 ? label : code;
  };
}

/** The same of categories. */
async function categoryLabels(
  context: ReadContext,
  items: readonly FileItem[],
  locales: readonly string[],
): Promise<(code: string) => string> {
  const { organizationId } = context.session;
  const codes = [...new Set(items.flatMap(({ fields }) => codesIn(fields.categories ?? null)))];
  if (codes.length === 0) return (code) => code;
  const labels = await loadCategoryLabels(context, organizationId, codes);
  const best = new Map([...labels].map(([code, all]) => [code, bestOf(all, locales)]));
  const keys = [...best.values()].map(foldKey);
  const labelled = await findLabelledCategories(context, organizationId, keys);
  const known = await loadCategoryCodes(context, organizationId, keys);
  return (code) => {
    const label = best.get(code) ?? '';
    const key = foldKey(label);
    return labelled.get(key) === code && (known.get(key) ?? code) === code ? label : code;
  };
}

const codesIn = (value: JsonValue): string[] =>
  (isJsonArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
