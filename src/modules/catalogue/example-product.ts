import { foldKey } from '../../kernel/codes.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import { type AttributeDefinition, parseValue, type TextFormat } from '../attribute/index.ts';
import type { CatalogueStructure, SetStructure } from '../structure/index.ts';

/** Settings and lookups for an example. */
export interface ExampleContext {
  readonly structure: CatalogueStructure;
  /** Code of an active channel; null when there is none. */
  readonly channel: string | null;
  /** Returns the code of an active option of a set, or null. */
  readonly optionOf: (optionSet: string) => string | null;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** Number of attributes that an example shows besides the required ones. */
const FURTHER_ATTRIBUTES = 5;
/** Limit of its values as JSON, in bytes. */
const MAXIMUM_VALUES_BYTES = 3_000;

/** Numbers that nobody sells anything by, with good check digits (GS1 prefix 999, ISBN of the standard's own example). */
const FORMATTED: Readonly<Record<TextFormat, string>> = {
  email: 'name@example.com',
  url: 'https://example.com',
  slug: 'an-example',
  color: '#1E90FF',
  gtin: '9990000000012',
  ean13: '9990000000012',
  upc: '999000000007',
  isbn13: '978-3-16-148410-0',
  asin: 'B000000000',
  mpn: 'EX-1',
};

/**
 * Returns a product of a set as REST and tools take it: the required attributes and some others, each with a value that
 * its rules accept. Attributes whose rules leave nothing that can be guessed (a pattern, a file, an entity) are left
 * out, and so are values beyond {@link MAXIMUM_VALUES_BYTES}.
 */
export function exampleProduct(
  { document, attributes }: SetStructure,
  required: ReadonlySet<string>,
  context: ExampleContext,
): JsonObject {
  const writable = attributes.filter(({ readOnly }) => !readOnly);
  const needed = writable.filter(({ code }) => required.has(code));
  const others = writable.filter(({ code }) => !required.has(code));
  const cellsOf = (attribute: AttributeDefinition) => {
    const cell = exampleCell(attribute, context);
    return cell === null ? [] : [[attribute.code, [cell]] as const];
  };
  const exampleCells = [...needed.flatMap(cellsOf), ...others.flatMap(cellsOf).slice(0, FURTHER_ATTRIBUTES)];
  return {
    sku: 'EXAMPLE-1',
    attribute_set: document.code,
    values: Object.fromEntries(fitting(exampleCells)),
  };
}

/** Returns the values that fit into the space. */
function fitting(cells: readonly (readonly [string, readonly JsonObject[]])[]) {
  let remainingBytes = MAXIMUM_VALUES_BYTES;
  return cells.filter((cell) => {
    const bytes = Buffer.byteLength(JSON.stringify(cell));
    if (bytes > remainingBytes) return false;
    remainingBytes -= bytes;
    return true;
  });
}

function exampleCell(attribute: AttributeDefinition, context: ExampleContext): JsonObject | null {
  const { structure, channel: wantedChannel, today } = context;
  const channel = structure.channels.get(foldKey(wantedChannel ?? ''));
  const locales = [...(channel?.locales ?? structure.locales.values())];
  const locale = locales.find((code) => attribute.availableLocales?.includes(code) ?? true) ?? null;
  if ((attribute.localizable && locale === null) || (attribute.scopable && channel === undefined))
    return null;
  const value = exampleValue(attribute, context);
  if (value === null) return null;
  const { problems } = parseValue(
    value,
    attribute,
    {
      findOption: (_set, code) => ({ code, active: true }),
      optionLabels: () => [],
      findMeasurementFamily: (code) => structure.families.get(foldKey(code)),
      currencies: structure.currencies,
      today,
    },
    {
      path: [],
      channel: attribute.scopable ? (channel?.code ?? null) : null,
      locale: attribute.localizable ? locale : null,
      current: null,
      channelCurrencies: attribute.scopable ? (channel?.currencies ?? null) : null,
    },
  );
  if (problems !== undefined) return null;
  return {
    ...(attribute.scopable && channel !== undefined ? { channel: channel.code } : {}),
    ...(attribute.localizable && locale !== null ? { locale } : {}),
    value,
  };
}

/** Returns a value that is likely to be good; its rules have the last word. */
function exampleValue(attribute: AttributeDefinition, context: ExampleContext): JsonValue {
  const { type, validation } = attribute;
  const number = validation.min ?? validation.max ?? '1';
  switch (type) {
    case 'identifier':
    case 'text':
    case 'textarea':
      if (validation.format !== undefined) return FORMATTED[validation.format];
      return validation.allowedValues?.[0] ?? exampleText(attribute.code, validation);
    case 'rich_text':
      return '<p>Example</p>';
    case 'number':
      return number;
    case 'boolean':
      return true;
    case 'date':
      return validation.min === undefined || validation.min === 'today' ? context.today : validation.min;
    case 'datetime':
      return validation.min ?? `${context.today}T12:00:00.000Z`;
    case 'select':
    case 'multi_select': {
      const option = context.optionOf(attribute.optionSet ?? '');
      return type === 'select' || option === null ? option : [option];
    }
    case 'price':
      return pricesFor(attribute, number, context);
    case 'measurement':
      return { amount: number, unit: validation.units?.[0] ?? attribute.defaultUnit };
    default:
      return null;
  }
}

function exampleText(code: string, { minLength = 0, maxLength }: AttributeDefinition['validation']): string {
  const text = `Example of ${code}`.padEnd(minLength, '.');
  return maxLength === undefined ? text : [...text].slice(0, maxLength).join('');
}

/** Returns one price in each currency that the channel, or the rules, request. */
function pricesFor(
  { validation: { requiredCurrencies } }: AttributeDefinition,
  amount: string,
  { structure, channel }: ExampleContext,
): JsonValue {
  const ofChannel = structure.channels.get(foldKey(channel ?? ''))?.currencies ?? structure.currencies;
  const currencies = requiredCurrencies ?? [...ofChannel];
  return currencies.map((currency) => ({ amount, currency }));
}
