import { foldKey } from '../../../src/kernel/codes.ts';
import { isJsonArray } from '../../../src/kernel/json.ts';
import type { AttributeDefinition } from '../../../src/modules/attribute/index.ts';
import { normalizeText } from '../../../src/modules/search/filter/normalize-text.ts';
import {
  ANY_SCOPE,
  type CellScope,
  type CellTest,
  type Plan,
  type Range,
  type TextMatch,
  type ValuePlan,
} from '../../../src/modules/search/filter/plan.ts';
import type {
  IndexedCell,
  IndexedCompleteness,
  SearchDocument,
} from '../../../src/modules/search/filter/search-document.ts';
import {
  equalityKeys,
  type FindFamily,
  numbersOf,
  textOf,
} from '../../../src/modules/search/filter/value-keys.ts';
import type { CatalogueStructure } from '../../../src/modules/structure/index.ts';
import { searchedTexts } from './searched-texts.ts';

/** Whether an object matches a plan: the reference that the compiled statements are compared with, without a database. */
export function evaluatePlan(plan: Plan, documents: SearchDocument, structure: CatalogueStructure): boolean {
  const holds = (inner: Plan) => evaluatePlan(inner, documents, structure);
  switch (plan.kind) {
    case 'and':
      return plan.of.every(holds);
    case 'or':
      return plan.of.some(holds);
    case 'not':
      return !holds(plan.of);
    case 'id':
      return plan.ids.includes(documents.id);
    case 'key':
      return plan.keys.includes(foldKey(documents.key));
    case 'key-text':
      return plan.match === 'starts-with'
        ? foldKey(documents.key).startsWith(plan.text)
        : matchesText(normalizeText(documents.key), plan.match, plan.text);
    case 'fact':
      return plan.facts.some((asked) => documents.facts.some((known) => isSame(known, asked)));
    case 'value':
      return holdsInCells(plan.value, documents, structure);
    case 'completeness': {
      const isWithin = ({ ratio }: IndexedCompleteness) => ratio >= plan.from && ratio <= plan.to;
      return someOrAll(plan.scope, atPlace(documents.completeness, plan.cellScope), isWithin);
    }
    case 'missing':
      return atPlace(documents.completeness, plan.cellScope).some(({ missing }) =>
        missing.some((code) => plan.attributes.includes(code)),
      );
    case 'link': {
      const targets = Object.hasOwn(documents.links, plan.type) ? (documents.links[plan.type] ?? []) : [];
      if (plan.targets === null) return targets.length > 0;
      return targets.some((id) => id !== null && plan.targets?.includes(id));
    }
    case 'moment':
      return isInRange(documents[plan.property], plan.range);
    case 'word':
      return (
        searchedTexts(documents, structure).some((text) => hasWord(text, plan.text)) ||
        plan.options.some(({ attribute, option }) => {
          const test: CellTest = { kind: 'one-of', keys: [option] };
          return holdsInCells({ attribute, cellScope: ANY_SCOPE, scope: 'any', test }, documents, structure);
        })
      );
  }
}

/** Two letters or digits are a word by themselves; characters beyond ASCII never part words. */
const hasWord = (text: string, word: string) =>
  /^[a-z0-9]{2}$/.test(word)
    ? new RegExp(`(?<![a-z0-9\\u0080-\\uffff])${word}(?![a-z0-9\\u0080-\\uffff])`).test(text)
    : text.includes(word);

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index]);

function matchesText(text: string, match: TextMatch, pattern: string): boolean {
  if (match === 'contains') return text.includes(pattern);
  return match === 'starts-with' ? text.startsWith(pattern) : text.endsWith(pattern);
}

function isInRange(number: number, { from, to, fromIncluded, toIncluded }: Range): boolean {
  const isAbove = from === null || number > from || (fromIncluded && number === from);
  const isBelow = to === null || number < to || (toIncluded && number === to);
  return isAbove && isBelow;
}

/** The entries of a place: those of its channel and locale, as far as it names them. */
function atPlace<Entry extends { readonly channel?: string; readonly locale?: string }>(
  entries: readonly Entry[],
  { channel, locale }: CellScope,
): readonly Entry[] {
  return entries.filter(
    (entry) =>
      (channel === null || entry.channel === channel) && (locale === null || entry.locale === locale),
  );
}

function someOrAll<Entry>(
  scope: 'any' | 'all',
  entries: readonly Entry[],
  test: (entry: Entry) => boolean,
): boolean {
  return scope === 'any' ? entries.some(test) : entries.length > 0 && entries.every(test);
}

function holdsInCells(
  { attribute: code, cellScope, scope, test }: ValuePlan,
  { values }: SearchDocument,
  structure: CatalogueStructure,
): boolean {
  const attribute = structure.attributes.get(foldKey(code));
  if (attribute === undefined) return false;
  const cells = Object.hasOwn(values, code) ? (values[code] ?? []) : [];
  const findFamily: FindFamily = (family) => structure.families.get(foldKey(family));
  return someOrAll(scope, atPlace(cells, cellScope), (cell) => passes(cell, attribute, test, findFamily));
}

function passes(
  { value }: IndexedCell,
  attribute: AttributeDefinition,
  test: CellTest,
  findFamily: FindFamily,
): boolean {
  const amounts = (currency: string | null) =>
    numbersOf(attribute, value, findFamily).flatMap((one) => (one.currency === currency ? [one.number] : []));
  const keys = equalityKeys(attribute, value);
  switch (test.kind) {
    case 'filled':
      return true;
    case 'number':
      return amounts(test.currency).some((number) => test.numbers.includes(number));
    case 'range':
      return amounts(test.currency).some((number) => isInRange(number, test.range));
    case 'text': {
      const text = textOf(attribute, value);
      return text !== null && matchesText(text, test.match, test.text);
    }
    case 'one-of':
      return keys.some((key) => test.keys.includes(key));
    case 'each-of':
      return test.keys.every((key) => keys.includes(key));
    case 'same-items':
      return keys.length === test.keys.length && test.keys.every((key) => keys.includes(key));
    case 'items':
      return isJsonArray(value) && value.length === test.count;
  }
}
