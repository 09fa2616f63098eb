import { hasKey, type ReportedMessage } from '../../i18n/labels.ts';
import { t } from '../../i18n/translate.ts';

const LENGTHS = t('Values that are too long or too short');
const FORMS = t('Values in another form');
const LIMITS = t('Numbers outside of the limits');
const OPTIONS = t('Unknown options');
const CODES = t('Unknown codes');
const REPEATED = t('Values that exist already');
const LEVELS = t('Values of another level of the model');
const CELLS = t('Missing or needless channel or locale');
const MISSING = t('Products that are not found');

/** Causes of failed rows, by the code of the API. */
const CAUSES: Readonly<Record<string, string>> = {
  required: t('Missing values'),
  'wrong-type': t('Values that cannot be read'),
  'too-short': LENGTHS,
  'too-long': LENGTHS,
  'pattern-mismatch': FORMS,
  'invalid-format': FORMS,
  'invalid-code': FORMS,
  'checksum-invalid': t('Wrong check digits'),
  'tag-not-allowed': FORMS,
  'value-not-allowed': t('Values that are not allowed'),
  'below-minimum': LIMITS,
  'above-maximum': LIMITS,
  'too-many-decimals': LIMITS,
  'not-a-step': LIMITS,
  'invalid-date': t('Dates that cannot be read'),
  'option-not-found': OPTIONS,
  'option-inactive': OPTIONS,
  'reference-not-found': CODES,
  'entity-not-found': t('Unknown entities'),
  'media-not-found': t('Unknown files'),
  'category-not-found': t('Unknown categories'),
  'attribute-not-found': t('Unknown attributes'),
  'attribute-not-in-set': t('Attributes that are not in the set'),
  'product-not-found': MISSING,
  'not-found': MISSING,
  deleted: t('Deleted products'),
  'attribute-not-at-level': LEVELS,
  'inherited-read-only': LEVELS,
  'value-belongs-to-parent': LEVELS,
  'axis-missing': t('Variants without a value of an axis'),
  'axis-duplicate': t('Variants that exist already'),
  'locale-required': CELLS,
  'locale-not-allowed': CELLS,
  'locale-not-enabled': CELLS,
  'locale-not-in-channel': CELLS,
  'channel-required': CELLS,
  'channel-not-allowed': CELLS,
  'currency-not-enabled': t('Currencies that are not enabled'),
  'unit-not-in-family': t('Unknown units'),
  'not-unique': REPEATED,
  'duplicate-item': REPEATED,
  'duplicate-row': REPEATED,
  'duplicate-sku': REPEATED,
  'duplicate-code': REPEATED,
  'reserved-sku': t('Reserved codes'),
  'reserved-code': t('Reserved codes'),
  'not-publishable': t('Products that are not complete enough to publish'),
  'not-live': t('Published, but not live in a language'),
  'invalid-transition': t('Changes of status that are not possible'),
  'has-variants': t('Models that still have variants'),
  'unknown-column': t('Columns without a target'),
  'unknown-property': t('Columns without a target'),
  'merged-cells': t('Merged cells'),
  'version-mismatch': t('Changed by others since'),
};

/** Returns the cause of failed rows as text. */
export const errorCauseLabel = (code: string): string => CAUSES[code] ?? t('Other problems');

/** Returns true if the price is there, and only its currency is missing. */
const isMissingCurrency = (problem: RowProblem): boolean => hasKey(problem, 'price-without-currency');

/** Returns true if the row could not be split into the columns, whichever of them the API names. */
const isMalformed = (problem: RowProblem): boolean => MALFORMED.some((key) => hasKey(problem, key));
const MALFORMED = ['row-cell-count', 'csv-quote-not-allowed', 'csv-quote-open', 'cell-outside-table'];

function causeOfProblem(problem: RowProblem): string {
  if (isMissingCurrency(problem)) return t('Prices without currency');
  return isMalformed(problem) ? t('Rows that do not fit the columns') : errorCauseLabel(problem.code);
}

/** Counts errors by cause, the most frequent first, with the codes that they have in the API. */
export function countCauses(
  counts: readonly { readonly code: string; readonly count: number }[],
): readonly { readonly cause: string; readonly count: number; readonly codes: string }[] {
  return [...Map.groupBy(counts, ({ code }) => errorCauseLabel(code))]
    .map(([cause, same]) => ({
      cause,
      count: same.reduce((sum, { count }) => sum + count, 0),
      codes: same.map(({ code }) => code).join(', '),
    }))
    .toSorted((one, other) => other.count - one.count);
}

/** One error or warning of a row. */
export interface RowProblem extends ReportedMessage {
  readonly file?: string | null;
  readonly level: 'ERROR' | 'WARNING' | 'INFO';
  /** Number of the row; 0 for the whole file. */
  readonly row: number;
  readonly ref: string | null;
  readonly column: string | null;
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly code: string;
  readonly hint: string | null;
  readonly value: string | null;
}

/** Errors of the same kind in the same column. */
export interface CauseGroup<Problem extends RowProblem> {
  readonly key: string;
  readonly level: RowProblem['level'];
  readonly place: string | null;
  readonly cause: string;
  readonly codes: string;
  readonly problems: readonly Problem[];
}

/** Returns the column of a file; otherwise the attribute with its channel and locale. */
function columnLabel(problem: RowProblem, nameOf: (cell: ValuePath) => string): string | null {
  const { column, attribute, channel, locale } = problem;
  if (isMalformed(problem)) return null;
  return column !== null || attribute === null
    ? column
    : nameOf({ path: `values.${attribute}`, channel, locale });
}

/** Position of a value that is rejected. */
interface ValuePath {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
}

const valuePathCodes = ({ path, locale, channel }: ValuePath): string =>
  [path.slice('values.'.length), locale, channel].filter((part) => part !== null).join(' · ');

const LEVEL_ORDER = ['ERROR', 'WARNING', 'INFO'] as const;

/** Returns errors by column and cause: errors before warnings, the most frequent first. */
export function groupByCause<Problem extends RowProblem>(
  problems: readonly Problem[],
  nameOf: (cell: ValuePath) => string = valuePathCodes,
): readonly CauseGroup<Problem>[] {
  const keyOf = (problem: Problem) =>
    [problem.level, problem.file ?? '', columnLabel(problem, nameOf) ?? '', causeOfProblem(problem)].join(
      '|',
    );
  const groups = [...Map.groupBy(problems, keyOf)].flatMap(([key, same]): CauseGroup<Problem>[] => {
    const [first] = same;
    if (first === undefined) return [];
    const codes = [...new Set(same.map(({ code }) => code))].join(', ');
    const { level } = first;
    return [
      { key, level, place: columnLabel(first, nameOf), cause: causeOfProblem(first), codes, problems: same },
    ];
  });
  return groups.toSorted(
    (one, other) =>
      LEVEL_ORDER.indexOf(one.level) - LEVEL_ORDER.indexOf(other.level) ||
      other.problems.length - one.problems.length,
  );
}

/** An amount with letters after it: `4,6kg`. */
const WITH_UNIT = /^[+-]?\d[\d.,]*\s*\p{L}+$/u;
const WITH_COMMA = /^[+-]?[\d.\s]*\d,\d+$/;

/** Returns advice on values that cannot be read, where their form suggests it; otherwise null. */
export function suggestFix({ problems }: Pick<CauseGroup<RowProblem>, 'problems'>): string | null {
  if (problems.some(isMissingCurrency))
    return t('Choose a target with a currency for the column, such as List price · EUR.');
  if (problems.some(isMalformed)) return t('Correct these rows in the file, then import the file again.');
  const values = problems.filter(({ code }) => code === 'wrong-type').map(({ value }) => value?.trim() ?? '');
  const comma = values.find((value) => WITH_COMMA.test(value));
  if (comma !== undefined)
    return t('To read numbers such as {value}, add the transform “Parse number” to the column.', {
      value: comma,
    });
  if (problems.some((problem) => hasKey(problem, 'unit-required')))
    return t(
      'Map a column to the unit, or add the transform “Split amount and unit” with a default unit to the column.',
    );
  const unit = values.find((value) => WITH_UNIT.test(value));
  return unit === undefined
    ? null
    : t('To read amounts such as {value}, add the transform “Split amount and unit” to the column.', {
        value: unit,
      });
}
