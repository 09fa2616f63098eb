import { formatMessage, language } from './translate.ts';

interface Labelled {
  readonly code: string;
  readonly label: string;
}

/** The key of a message in the catalogue of the API, and its values; absent where a text has no key. */
export interface KeyedMessage {
  readonly messageKey?: string | null | undefined;
  /** Values in the message, by name: codes, numbers, and messages inside it. */
  readonly params?: unknown;
}

/** A message of the API about a problem, in the language of the page. */
export interface ReportedMessage extends KeyedMessage {
  readonly message: string;
  /** Code of the attribute that it is about. */
  readonly attribute?: string | null;
}

const attributeLabels = new Map<string, string>();
const optionSetLabels = new Map<string, string>();
const optionSetOf = new Map<string, string>();
const optionLabels = new Map<string, ReadonlyMap<string, string>>();

/** Remembers the labels of attributes and of their option sets, for messages about their values. Returns the attributes. */
export function rememberAttributeLabels<
  List extends Iterable<
    Labelled & { readonly optionSet?: { readonly code: string; readonly label?: string } | null }
  >,
>(attributes: List): List {
  for (const { code, label, optionSet } of attributes) {
    attributeLabels.set(code, label);
    if (optionSet === undefined || optionSet === null) continue;
    optionSetOf.set(code, optionSet.code);
    if (optionSet.label !== undefined) optionSetLabels.set(optionSet.code, optionSet.label);
  }
  return attributes;
}

/** Remembers the labels of the options of a set. Returns the options. */
export function rememberOptionLabels<Option extends Labelled>(
  set: string,
  options: readonly Option[],
): readonly Option[] {
  optionLabels.set(set, new Map(options.map(({ code, label }) => [code, label])));
  return options;
}

/** English messages that show JSON to programs, in terms for people; those of other languages are good for both. */
const FOR_PEOPLE: Readonly<Record<string, string>> = {
  'boolean-expected': '{attribute} must be yes or no.',
  'code-list-expected': '{attribute} must be a list of codes ({noun}).',
  'codes-expected': '{attribute} must contain codes ({noun}).',
  'measurement-expected': '{attribute} must be an amount with a unit, such as 1.5 {unit}.',
  'number-expected': '{attribute} must be a number, such as 19.90.',
  'number-as-text': '{attribute} has too many digits to be read exactly.',
  'price-list-expected': '{attribute} must be a list of prices.',
  'price-expected': 'Each price of {attribute} must have an amount and a currency.',
  'price-currency-required': 'Each price of {attribute} must have a currency.',
  'with-cell': '{message} ({cell})',
};

/** Returns a message with labels in place of the codes of its attribute, its option set and its suggested options. */
export function withLabels(reported: ReportedMessage): string {
  const labels = labelsIn(reported);
  return (
    (language === 'en' ? reword(reported, labels) : null) ??
    reported.message.replace(
      QUOTED,
      (quoted, ...codes: string[]) => labels.get(codes.find(Boolean) ?? '') ?? quoted,
    )
  );
}

/** Returns a message of {@link FOR_PEOPLE}; null for one that is good for people as it is, or contains such a one. */
function reword({ messageKey, params }: KeyedMessage, labels: ReadonlyMap<string, string>): string | null {
  const text = FOR_PEOPLE[messageKey ?? ''];
  if (text === undefined || !isRecord(params)) return null;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) {
    const inner = toMessage(value);
    const valueText = inner === null ? (labels.get(String(value)) ?? String(value)) : reword(inner, labels);
    if (valueText === null) return null;
    values[name] = valueText;
  }
  return formatMessage(text, values);
}

/** A code in quotes, as messages of the API have them in each language. */
const QUOTED = /'([^']+)'|„([^“]+)“|«\u202f([^»]+)\u202f»/g;

/** Returns true if a message has this key, or contains a message that has it. */
export function hasKey({ messageKey, params }: KeyedMessage, key: string): boolean {
  return messageKey === key || messagesIn(params).some((inner) => hasKey(inner, key));
}

const messagesIn = (params: unknown): readonly KeyedMessage[] =>
  Object.values(isRecord(params) ? params : {}).flatMap((value) => toMessage(value) ?? []);

/** Returns a message inside another one; null for other values. */
const toMessage = (value: unknown): KeyedMessage | null =>
  isRecord(value) && typeof value.key === 'string' ? { messageKey: value.key, params: value.params } : null;

/** Returns the labels that belong into a message by their codes: those in its values, else those of its attribute. */
function labelsIn({ params, attribute = null }: ReportedMessage): ReadonlyMap<string, string> {
  const set = optionSetOf.get(attribute ?? '') ?? '';
  const options = optionLabels.get(set);
  const labels = new Map<string, string>();
  const add = (code: unknown, labelByCode: ReadonlyMap<string, string> | undefined) => {
    const label = typeof code === 'string' ? labelByCode?.get(code) : undefined;
    if (label !== undefined) labels.set(String(code), label);
  };
  const addFrom = (values: unknown): void => {
    if (!isRecord(values)) return;
    add(values.attribute, attributeLabels);
    add(values.set, optionSetLabels);
    if (Array.isArray(values.suggestions)) for (const code of values.suggestions) add(code, options);
    for (const inner of messagesIn(values)) addFrom(inner.params);
  };
  if (isRecord(params)) addFrom(params);
  else {
    for (const code of options?.keys() ?? []) add(code, options);
    add(set, optionSetLabels);
    add(attribute, attributeLabels);
  }
  return distinct(labels);
}

/** Returns the labels, with the code behind each that several codes have. */
function distinct(labels: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const byLabel = Map.groupBy(labels, ([, label]) => label);
  return new Map(
    [...labels].map(([code, label]) => [
      code,
      (byLabel.get(label)?.length ?? 0) > 1 ? `${label} (${code})` : label,
    ]),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
