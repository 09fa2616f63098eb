import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { AttributeType } from '../attribute/index.ts';
import type { MeasurementFamily } from '../measurement/index.ts';
import { type ColumnSample, shareOf } from './column-sample.ts';
import { type HeaderTerm, termsOf } from './header-terms.ts';
import { canBeOptions, listSeparator, splitList } from './list-form.ts';
import {
  currencyOf,
  type FamilyUnit,
  likelyCurrency,
  type ParsedHeader,
  parseHeader,
  unitOf,
} from './parse-header.ts';
import {
  areCodes,
  arePaths,
  hasTags,
  isDate,
  isGtin,
  isImageName,
  isNumber,
  isPath,
  isUndecidedDate,
  isUrl,
  readAmount,
  usualLength,
} from './value-patterns.ts';

/** Why a column is taken for what it is; each is a message of the catalogue. */
export type ProposalReason =
  | 'proposal-unique-values'
  | 'proposal-most-values'
  | 'proposal-check-digits'
  | 'proposal-images'
  | 'proposal-yes-or-no'
  | 'proposal-dates'
  | 'proposal-undecided-dates'
  | 'proposal-prices'
  | 'proposal-unit-in-header'
  | 'proposal-unit-in-cells'
  | 'proposal-numbers'
  | 'proposal-codes'
  | 'proposal-long-texts'
  | 'proposal-markup'
  | 'proposal-category-paths'
  | 'proposal-category-name'
  | 'proposal-lists'
  | 'proposal-repeated-values'
  | 'proposal-links'
  | 'proposal-texts'
  | 'proposal-empty';

/** Use of a column, as its name and its cells suggest it. */
export interface ProposedColumn {
  readonly sample: ColumnSample;
  readonly header: ParsedHeader;
  readonly use: 'sku' | 'categories' | 'attribute' | 'ignored';
  /** Type of the attribute; null for other uses. */
  readonly type: AttributeType | null;
  /** Types that the cells fit as well, and more or less of them. */
  readonly alternatives: readonly AttributeType[];
  readonly unit: FamilyUnit | null;
  readonly currency: string | null;
  /** Sign between the values of a cell; null if it has one value. */
  readonly separator: string | null;
  /** Options of a select, each once. */
  readonly options: readonly string[];
  /** False if a person should look at it. */
  readonly isSure: boolean;
  readonly reason: ProposalReason;
  /** Number of cells that do not fit. */
  readonly invalid: number;
  /** Subjects that the name states. */
  readonly terms: ReadonlySet<HeaderTerm>;
}

type Inference = Pick<ProposedColumn, 'use' | 'type' | 'reason'> & Partial<ProposedColumn>;

interface InferenceContext {
  readonly sample: ColumnSample;
  readonly header: ParsedHeader;
  readonly terms: ReadonlySet<HeaderTerm>;
  readonly families: readonly MeasurementFamily[];
  /** Currency of prices that name none. */
  readonly currency: string;
}

/** Share of cells that fit, from which a column is taken for dates, prices or numbers. */
const MOST = 0.98;
/** The same for measurements and check digits. */
const NEARLY_ALL = 0.95;
/** The same for numbers, and for measurements whose unit is in the name; a person looks at the others. */
const MANY = 0.8;

/**
 * Returns what the columns of a table are taken for. The rules are tried in order: key, check digits, pictures, yes or
 * no, dates, prices, measurements, numbers, categories, long texts, lists, options, texts. Gives way to other requests
 * between columns.
 *
 * @param currency currency of prices whose name and cells have none
 */
export async function proposeColumns(
  samples: readonly ColumnSample[],
  families: readonly MeasurementFamily[],
  currency: string,
): Promise<readonly ProposedColumn[]> {
  const contexts = samples.map((sample): InferenceContext => {
    const header = parseHeader(sample.column, families);
    return { sample, header, terms: termsOf(header.label), families, currency };
  });
  const key = findKey(contexts);
  const columns: ProposedColumn[] = [];
  for (const context of contexts) {
    await yieldToEventLoop();
    const { sample, header, terms } = context;
    columns.push({
      sample,
      header,
      terms,
      alternatives: [],
      unit: null,
      currency: null,
      separator: null,
      options: [],
      isSure: true,
      invalid: 0,
      ...(context !== key ? infer(context) : isUnique(context) ? KEY : UNSURE_KEY),
    });
  }
  return columns;
}

const KEY: Inference = { use: 'sku', type: null, reason: 'proposal-unique-values' };
/** Key of a table in which no column is one: a person decides. */
const UNSURE_KEY: Inference = { use: 'sku', type: null, reason: 'proposal-most-values', isSure: false };

/** Returns the column with the SKUs: filled and different in each row, and named so, or else the first of them. */
function findKey(contexts: readonly InferenceContext[]): InferenceContext | undefined {
  const candidates = contexts.filter(isUnique);
  const isCode = ({ sample }: InferenceContext) => shareOf(sample.cells, (cell) => !/\s/.test(cell)) >= 0.9;
  return (
    candidates.find(({ terms }) => terms.has('sku')) ??
    candidates.find(
      (context) =>
        isCode(context) &&
        !isAllGtins(context) &&
        !context.sample.cells.some(isUrl) &&
        !hasValueTerms(context),
    ) ??
    candidates.find(isAllGtins) ??
    contexts.toSorted((one, other) => other.sample.distinctCells - one.sample.distinctCells)[0]
  );
}

/** Returns true for a column that is filled and different in each row but a few. */
const isUnique = ({ sample: { cells, distinctCells, rows } }: InferenceContext): boolean =>
  rows > 0 &&
  cells.length >= rows * 0.995 &&
  distinctCells >= cells.length * 0.995 &&
  cells.every((cell) => cell.length <= 100);

const hasValueTerms = ({ terms }: InferenceContext) =>
  (['price', 'image', 'name', 'description', 'url'] as const).some((term) => terms.has(term));

const isAllGtins = ({ sample }: InferenceContext) => shareOf(sample.cells, isGtin) >= NEARLY_ALL;

function infer(context: InferenceContext): Inference {
  if (context.sample.cells.length === 0) return { use: 'ignored', type: null, reason: 'proposal-empty' };
  for (const rule of RULES) {
    const inference = rule(context);
    if (inference !== null) return inference;
  }
  return { use: 'attribute', type: 'text', reason: 'proposal-texts' };
}

type Rule = (context: InferenceContext) => Inference | null;

const misfits = (cells: readonly string[], fits: (cell: string) => boolean): number =>
  cells.filter((cell) => !fits(cell)).length;

const gtins: Rule = ({ sample: { cells, distinctCells } }) => {
  if (shareOf(cells, isGtin) < NEARLY_ALL) return null;
  const invalid = misfits(cells, isGtin);
  // Each value of an identifier occurs once.
  const occursOnce = distinctCells === cells.length;
  return {
    use: 'attribute',
    type: occursOnce ? 'identifier' : 'text',
    alternatives: ['text'],
    reason: 'proposal-check-digits',
    isSure: occursOnce && invalid === 0,
    invalid,
  };
};

const pictures: Rule = ({ sample: { cells }, terms }) => {
  const pieces = (cell: string) => cell.split(/[|;,]|\s(?=https?:)/).map((piece) => piece.trim());
  const areImages = (cell: string) =>
    pieces(cell).every((piece) => isImageName(piece) || (terms.has('image') && isUrl(piece)));
  if (shareOf(cells, areImages) < 0.9) return null;
  const separator = separatorIn(cells) ?? (cells.some((cell) => cell.includes(',')) ? ',' : null);
  return {
    use: 'attribute',
    type: separator === null ? 'media' : 'media_list',
    separator,
    reason: 'proposal-images',
    invalid: misfits(cells, areImages),
  };
};

/** Words of yes and no; those that an import does not read are mapped. */
const YES = new Set([
  'yes',
  'y',
  'true',
  'ja',
  'j',
  'oui',
  'o',
  'vrai',
  'wahr',
  'si',
  'sì',
  'sí',
  's',
  'x',
  '1',
  '✓',
]);
const NO = new Set(['no', 'n', 'false', 'nein', 'non', 'faux', 'falsch', 'nee', '0', '✗']);

/** Returns `true` or `false` for a word of yes or no. */
export const booleanOf = (cell: string): string | null =>
  YES.has(cell.toLowerCase()) ? 'true' : NO.has(cell.toLowerCase()) ? 'false' : null;

const booleans: Rule = ({ sample: { values }, terms }) => {
  const words = [...new Set(values.map((cell) => cell.toLowerCase()))];
  const hasBoth = words.some((word) => YES.has(word)) && words.some((word) => NO.has(word));
  const isOneWord = words.length === 1 && words.some((word) => word.length > 1 && YES.has(word));
  if (terms.has('size') || !words.every((word) => booleanOf(word) !== null) || !(hasBoth || isOneWord))
    return null;
  return {
    use: 'attribute',
    type: 'boolean',
    alternatives: ['select'],
    reason: 'proposal-yes-or-no',
    isSure: hasBoth && !words.includes('1'),
  };
};

const dates: Rule = ({ sample: { cells } }) => {
  if (shareOf(cells, isDate) < MOST) return null;
  const isUndecided = isUndecidedDate(cells);
  return {
    use: 'attribute',
    type: 'date',
    alternatives: ['text'],
    reason: isUndecided ? 'proposal-undecided-dates' : 'proposal-dates',
    isSure: !isUndecided,
    invalid: misfits(cells, isDate),
  };
};

const prices: Rule = ({ sample: { cells }, header, terms, currency }) => {
  const isAmount = (cell: string) => readAmount(cell) !== null;
  const share = shareOf(cells, isAmount);
  const currenciesOfCells = new Set(cells.flatMap((cell) => currencyOf(readAmount(cell)?.term ?? '') ?? []));
  const [ofCells = null] = currenciesOfCells;
  const statedCurrency = header.currency ?? ofCells;
  if (share < 0.9 || (statedCurrency === null && !terms.has('price') && !isPriceName(header.label)))
    return null;
  return {
    use: 'attribute',
    type: 'price',
    alternatives: ['number'],
    currency: statedCurrency === null ? currency : likelyCurrency(statedCurrency, currency),
    reason: 'proposal-prices',
    isSure: statedCurrency !== null && currenciesOfCells.size < 2 && share === 1,
    invalid: misfits(cells, isAmount),
  };
};

/** True for names that end or begin with a word of prices: `Listenpreis netto`, `Price per unit`. */
const isPriceName = (label: string): boolean =>
  /(^|[\s_-])(price|prix|preis|uvp)([\s_-]|$)|preis$/i.test(label);

const measurements: Rule = ({ sample: { cells }, header, families }) => {
  const amounts = cells.map(readAmount);
  const readable = amounts.filter((amount) => amount !== null);
  if (readable.length < cells.length * (header.unit === null ? NEARLY_ALL : MANY)) return null;
  const invalid = cells.length - readable.length;
  const unitTerms = [...new Set(readable.flatMap(({ term }) => term ?? []))];
  if (unitTerms.length === 0) {
    if (header.unit === null) return null;
    return {
      use: 'attribute',
      type: 'measurement',
      alternatives: ['number'],
      unit: header.unit,
      reason: 'proposal-unit-in-header',
      isSure: invalid === 0,
      invalid,
    };
  }
  const family = families.find((one) => unitTerms.every((term) => unitOf(term, [one]) !== null));
  const unit = family === undefined ? null : unitOf(unitTerms[0] ?? '', [family]);
  if (unit === null) return null;
  const withUnit = readable.filter(({ term }) => term !== null).length;
  if (withUnit < cells.length * 0.5 && header.unit === null) return null;
  return {
    use: 'attribute',
    type: 'measurement',
    alternatives: ['text', 'number'],
    unit: header.unit?.family === unit.family ? header.unit : unit,
    reason: 'proposal-unit-in-cells',
    isSure: invalid === 0 && (withUnit === cells.length || header.unit !== null),
    invalid,
  };
};

const numbers: Rule = ({ sample, terms }) => {
  const { cells } = sample;
  if (shareOf(cells, isNumber) < MANY) return null;
  if (terms.has('size') && hasOptions(sample)) return toSelect(sample, false);
  if (terms.has('identifier') || areCodes(cells) || shareOf(cells, isNumber) < 0.9)
    return { use: 'attribute', type: 'text', alternatives: ['number'], reason: 'proposal-codes' };
  return {
    use: 'attribute',
    type: 'number',
    alternatives: ['text', 'select'],
    reason: 'proposal-numbers',
    isSure: shareOf(cells, isNumber) === 1,
    invalid: misfits(cells, isNumber),
  };
};

const links: Rule = ({ sample: { cells } }) =>
  shareOf(cells, isUrl) < 0.9 ? null : { use: 'attribute', type: 'text', reason: 'proposal-links' };

const categories: Rule = ({ sample: { cells, values, hasAllValues }, terms }) => {
  const hasPaths = shareOf(cells, isPath) >= 0.8 && usualLength(cells) <= 200 && arePaths(values);
  // Each of them is created: a column with too many is one of texts.
  if ((!hasPaths && !terms.has('category')) || !hasAllValues) return null;
  return {
    use: 'categories',
    type: null,
    separator: separatorIn(cells),
    reason: hasPaths ? 'proposal-category-paths' : 'proposal-category-name',
    isSure: hasPaths,
  };
};

/** Returns the text that separates several paths or names of files; null if each cell has one. */
export const separatorIn = (cells: readonly string[]): string | null =>
  ['|', ';'].find((sign) => cells.some((cell) => cell.includes(sign))) ?? null;

const longTexts: Rule = ({ sample: { cells }, terms }) => {
  const hasMarkup = shareOf(cells, hasTags) >= 0.05;
  const length = usualLength(cells);
  if (!hasMarkup && length <= 160 && !(terms.has('description') && length > 80)) return null;
  return hasMarkup
    ? { use: 'attribute', type: 'rich_text', alternatives: ['textarea'], reason: 'proposal-markup' }
    : {
        use: 'attribute',
        type: 'textarea',
        alternatives: ['rich_text', 'text'],
        reason: 'proposal-long-texts',
      };
};

const lists: Rule = ({ sample, terms }) => {
  if (terms.has('name') || terms.has('color') || !sample.hasAllValues) return null;
  const { cells, values } = sample;
  const separator = listSeparator(cells, terms.has('choice') || terms.has('size') ? 1.5 : 4);
  const options = separator === null ? [] : optionsIn(values, separator);
  if (separator === null || !canBeOptions(options)) return null;
  return {
    use: 'attribute',
    type: 'multi_select',
    alternatives: ['text', 'select'],
    separator,
    options,
    reason: 'proposal-lists',
    isSure: cells.length >= options.length * 4,
  };
};

/** Returns the values of list cells, each once. */
export const optionsIn = (cells: readonly string[], separator: string): readonly string[] => [
  ...new Set(cells.flatMap((cell) => splitList(cell, separator))),
];

const hasOptions = ({ values, hasAllValues }: ColumnSample): boolean => hasAllValues && canBeOptions(values);

const selects: Rule = ({ sample, terms }) => {
  const isText = (['name', 'description', 'identifier'] as const).some((term) => terms.has(term));
  if (isText || !hasOptions(sample)) return null;
  const uses = sample.cells.length / sample.distinctCells;
  const isChoice = (['choice', 'color', 'size'] as const).some((term) => terms.has(term));
  if (uses < (isChoice ? 1.2 : 4)) return null;
  return toSelect(sample, uses >= 4 || isChoice);
};

const toSelect = ({ values }: ColumnSample, isSure: boolean): Inference => ({
  use: 'attribute',
  type: 'select',
  alternatives: ['text'],
  options: values,
  reason: 'proposal-repeated-values',
  isSure,
});

const RULES: readonly Rule[] = [
  gtins,
  pictures,
  booleans,
  dates,
  prices,
  measurements,
  numbers,
  links,
  categories,
  longTexts,
  lists,
  selects,
];
