import { inOneList } from './in-one-list.ts';
import { fill, problemTexts, t, tCode } from './t.ts';
import { titled } from './titled.ts';

/** Message of the API about a problem. */
interface Said {
  readonly message: string;
  /** Code of the attribute that it is about. */
  readonly attribute?: string | null;
}

interface Named {
  readonly code: string;
  readonly label: string;
}

const labels = new Map<string, string>();
const optionSetLabels = new Map<string, string>();
const optionSetOf = new Map<string, string>();
const optionLabels = new Map<string, ReadonlyMap<string, string>>();

/** Remembers what attributes and their option sets are called, for sentences about their values. Returns them. */
export function knowAttributes<
  List extends Iterable<
    Named & { readonly optionSet?: { readonly code: string; readonly label?: string } | null }
  >,
>(attributes: List): List {
  for (const { code, label, optionSet } of attributes) {
    labels.set(code, label);
    if (optionSet === undefined || optionSet === null) continue;
    optionSetOf.set(code, optionSet.code);
    if (optionSet.label !== undefined) optionSetLabels.set(optionSet.code, optionSet.label);
  }
  return attributes;
}

/** Remembers what the options of a set are called. Returns them. */
export function knowOptions<Option extends Named>(
  set: string,
  options: readonly Option[],
): readonly Option[] {
  optionLabels.set(set, new Map(options.map(({ code, label }) => [code, label])));
  return options;
}

/**
 * Returns the sentence of a problem for people: in their language, with the label of an attribute for its code. What is
 * not in the catalogue stays in English.
 */
export function explain({ message, attribute = null }: Said): string {
  return translated(message, attribute) ?? labelled(message, attribute);
}

/**
 * Returns a message with labels for the quoted codes of its attribute and its options: `'title' has …` → `Title has …`.
 */
function labelled(message: string, attribute: string | null): string {
  if (attribute === null) return message;
  const set = optionSetOf.get(attribute) ?? '';
  const labelByCode = new Map([
    ...(optionLabels.get(set) ?? []),
    ...pick(optionSetLabels, set),
    ...pick(labels, attribute),
  ]);
  return message.replace(
    QUOTED,
    (quoted, ...codes: string[]) => labelByCode.get(codes.find(Boolean) ?? '') ?? quoted,
  );
}

/** A code in quotes, as messages of the API have them in each language. */
const QUOTED = /'([^']+)'|„([^“]+)“|«\u202f([^»]+)\u202f»/g;

const pick = (texts: ReadonlyMap<string, string>, code: string): [string, string][] => {
  const label = texts.get(code);
  return label === undefined ? [] : [[code, label]];
};

interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly text: string;
}

const NAME = /\{(\w+)\}/g;
let templates: readonly Template[] | null = null;

/** Returns the templates: those with the longest own text first, parts around other messages last. */
function readTemplates(): readonly Template[] {
  const weight = (english: string) =>
    english.replaceAll(NAME, '').length - (english.includes('{message}') ? 1000 : 0);
  return Object.entries(problemTexts)
    .toSorted(([one], [other]) => weight(other) - weight(one))
    .map(([english, text]) => ({ ...patternOf(english), text }));
}

/** Returns the pattern of a message of the API, and the names of its parameters. */
export function patternOf(english: string): Pick<Template, 'pattern' | 'names'> {
  const parts = english.split(NAME);
  const source = parts.map((part, index) =>
    index % 2 === 0
      ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      : part === 'attribute'
        ? '(\\w+)'
        : '(.+?)',
  );
  return {
    pattern: new RegExp(`^${source.join('')}$`, 's'),
    names: parts.filter((_, index) => index % 2 === 1),
  };
}

function translated(message: string, attribute: string | null): string | null {
  templates ??= readTemplates();
  for (const { pattern, names, text } of templates) {
    const found = pattern.exec(message);
    if (found === null) continue;
    const values = names.map(
      (name, index) => [name, filledIn(name, found[index + 1] ?? '', attribute)] as const,
    );
    return fill(text, Object.fromEntries(values));
  }
  return null;
}

/** Names of values that are terms of the API: kinds of objects, statuses. */
const WORDS: ReadonlySet<string> = new Set([
  'kind',
  'noun',
  'resource',
  'from',
  'to',
  'allowed',
  'type',
  'state',
]);
const wordOf = (word: string) => {
  const code = titled(word);
  return tCode(code) === code ? word : tCode(code);
};

/** Returns a value of a message: labels in the language of the page, numbers for their plurals. */
function filledIn(name: string, value: string, attribute: string | null): string | number {
  if (name === 'message') return translated(value, attribute) ?? value;
  if (name === 'attribute') return labels.get(value) ?? value;
  if (name === 'set') return optionSetLabels.get(value) ?? value;
  if (name === 'scopes') return value.replaceAll(' in ', ' · ');
  if (name === 'suggestions') return suggested(value, attribute);
  if (name === 'property') return value === 'sku' ? t('SKU') : tCode(titled(value));
  if (WORDS.has(name)) return value.split(' or ').map(wordOf).join(', ');
  return name === 'count' && String(Number(value)) === value ? Number(value) : value;
}

/** Returns `'red' or 'rose'` as the labels of the options, where they are known. */
function suggested(value: string, attribute: string | null): string {
  const options = optionLabels.get(optionSetOf.get(attribute ?? '') ?? '');
  const codes = value.slice(1, -1).split("' or '");
  const words = codes.map((code) => options?.get(code) ?? code);
  const isShared = (word: string) => words.filter((other) => other === word).length > 1;
  const told = words.map((word, index) => (isShared(word) ? `${word} (${codes[index]})` : word));
  return inOneList(told, 'disjunction');
}
