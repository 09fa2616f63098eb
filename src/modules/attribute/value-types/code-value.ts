import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem, FieldProblemCode } from '../../../kernel/field-problem.ts';
import { isJsonArray, type JsonObject, type JsonValue, jsonEquals } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { LabelledCode } from '../../../platform/resource/qualified-codes.ts';
import { type AttributeDefinition, MAX_LIST_ITEMS } from '../attribute-types.ts';
import { listSchema, optionsSchema } from './json-schema.ts';
import {
  type CellContext,
  EMPTY_VALUE,
  type ExampleMetadata,
  type ListedCodes,
  problemAt,
  type SchemaMetadata,
  type ValueType,
  type ValueTypeContext,
} from './value-type.ts';

/** Lookup of the objects that codes in values name, and the noun for them in messages. */
export interface CodeReferenceSpec<Found extends { readonly code: string }> {
  /** `option` */
  readonly noun: string;
  /**
   * Returns the code of what it belongs to: the attribute's option set or entity type; empty for what belongs to
   * nothing.
   */
  ownerOf(attribute: AttributeDefinition): string;
  find(context: ValueTypeContext, owner: string, code: string): Found | undefined;
  /** Returns codes to suggest, with the words that people may have meant them by. */
  wordsOf(context: ValueTypeContext, owner: string): Iterable<LabelledCode>;
  readonly missing: { readonly code: FieldProblemCode; message(code: string, owner: string): Message };
  /** Returns the faults that prevent a value from newly naming an existing object. */
  faults(
    target: Found,
    owner: string,
    attribute: AttributeDefinition,
  ): readonly { readonly code: FieldProblemCode; readonly message: Message }[];
  /** Returns the JSON Schema of one code. */
  schemaOf(attribute: AttributeDefinition, metadata: SchemaMetadata): JsonObject;
  /** Returns codes to show as examples. */
  exampleCodes(attribute: AttributeDefinition, metadata: ExampleMetadata): readonly string[];
}

/** Returns the part of a {@link CodeReferenceSpec} whose codes a schema can list: options of a set, entities of a type. */
export function listableCodes<Found extends { readonly code: string }>(listed: {
  ownerOf: CodeReferenceSpec<Found>['ownerOf'];
  choices(metadata: ExampleMetadata, owner: string): ListedCodes;
  /** Returns the name of the list among the parts of a schema, and its name in descriptions. */
  name(owner: string): string;
  words(owner: string): string;
}): Pick<CodeReferenceSpec<Found>, 'ownerOf' | 'schemaOf' | 'exampleCodes'> {
  const { ownerOf, choices, name, words } = listed;
  return {
    ownerOf,
    schemaOf(attribute, metadata) {
      const owner = ownerOf(attribute);
      return metadata.refer(name(owner), () => optionsSchema(choices(metadata, owner), words(owner)));
    },
    exampleCodes: (attribute, metadata) => choices(metadata, ownerOf(attribute)).codes,
  };
}

/**
 * Returns the value types of one code and of a list of codes. Codes resolve in either case to their stored one; what
 * may not be named anew may stay where it is. A list names each once, in the order sent, by `minItems` and `maxItems`.
 */
export function codeValueTypes<Found extends { readonly code: string }>(
  spec: CodeReferenceSpec<Found>,
): { readonly one: ValueType; readonly list: ValueType } {
  const { schemaOf, exampleCodes } = spec;
  return {
    one: {
      form: 'scalar',
      parse(value, attribute, context, scope) {
        if (value === '') return EMPTY_VALUE;
        const code = resolveCode(spec, value, attribute, context, scope);
        return typeof code === 'string' ? { value: code } : { problems: code };
      },
      same: (a, b) => a === b,
      jsonSchema: schemaOf,
      examples: (attribute, metadata) => exampleCodes(attribute, metadata).slice(0, 1),
    },
    list: {
      form: 'list',
      parse(value, attribute, context, scope) {
        if (value === '') return EMPTY_VALUE;
        if (!isJsonArray(value)) {
          const message = localized('code-list-expected', { attribute: attribute.code, noun: spec.noun });
          return { problems: [problemAt(scope, attribute, 'wrong-type', message, { value })] };
        }
        if (value.length === 0) return EMPTY_VALUE;
        // Far too long a list is not worth looking up.
        if (value.length > MAX_LIST_ITEMS) {
          return { problems: checkItemCount(value.length, attribute, scope) };
        }
        const { codes, problems } = readCodes(spec, value, attribute, context, scope);
        problems.push(...checkItemCount(value.length, attribute, scope));
        return problems.length === 0 ? { value: codes } : { problems };
      },
      change(list, { add, remove }, attribute, context, scope) {
        const removed = new Set(remove.map(foldKey));
        const codes = new Map(list.map((code) => [foldKey(code), code]));
        const problems: FieldProblem[] = [];
        // Far too many are not worth looking up.
        for (const [index, item] of add.slice(0, MAX_LIST_ITEMS + 1).entries()) {
          if (codes.has(foldKey(item)) || removed.has(foldKey(item))) continue;
          const code = resolveCode(spec, item, attribute, context, scope, [String(index)]);
          if (typeof code === 'string') codes.set(foldKey(code), code);
          else problems.push(...code);
        }
        for (const code of removed) codes.delete(code);
        const changed = [...codes.values()];
        if (problems.length === 0 && changed.length > 0 && !jsonEquals(changed, list))
          problems.push(...checkItemCount(changed.length, attribute, scope));
        if (problems.length > 0) return { problems };
        return changed.length === 0 ? EMPTY_VALUE : { value: changed };
      },
      same: jsonEquals,
      jsonSchema: (attribute, metadata) => listSchema(schemaOf(attribute, metadata), attribute.validation),
      examples(attribute, metadata) {
        const codes = exampleCodes(attribute, metadata);
        const { minItems = 1, maxItems = MAX_LIST_ITEMS } = attribute.validation;
        return codes.length < minItems ? [] : [codes.slice(0, Math.min(Math.max(minItems, 2), maxItems))];
      },
    },
  };
}

function readCodes<Found extends { readonly code: string }>(
  spec: CodeReferenceSpec<Found>,
  items: readonly JsonValue[],
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
): { readonly codes: string[]; readonly problems: FieldProblem[] } {
  const codes = new Set<string>();
  const problems: FieldProblem[] = [];
  items.forEach((item, index) => {
    const inside = [String(index)];
    const code = resolveCode(spec, item, attribute, context, scope, inside);
    if (typeof code !== 'string') {
      problems.push(...code);
    } else if (codes.has(code)) {
      const message = localized('reference-twice', {
        attribute: attribute.code,
        noun: spec.noun,
        ref: code,
      });
      problems.push(problemAt(scope, attribute, 'duplicate-item', message, { value: item, inside }));
    } else {
      codes.add(code);
    }
  });
  return { codes: [...codes], problems };
}

/** Returns the problem of a list with fewer items than `minItems` or more than `maxItems`. */
function checkItemCount(count: number, attribute: AttributeDefinition, scope: CellContext): FieldProblem[] {
  const { minItems = 0, maxItems = MAX_LIST_ITEMS } = attribute.validation;
  if (count < minItems) {
    const message = localized('too-few-entries', { attribute: attribute.code, count, min: minItems });
    return [problemAt(scope, attribute, 'too-few-items', message, { value: count })];
  }
  if (count > maxItems) {
    const message = localized('too-many-entries', { attribute: attribute.code, count, max: maxItems });
    return [problemAt(scope, attribute, 'too-many-items', message, { value: count })];
  }
  return [];
}

const MAX_SUGGESTION_SEARCHES = 3;

/** Returns the codes whose words are most like a word. */
function suggestCodes(value: string, codeWords: Iterable<LabelledCode>): readonly string[] {
  const codesByWord = new Map<string, string[]>();
  const near = suggest(value, lazySuggestions(codeWords, codesByWord));
  return [...new Set(near.flatMap((word) => codesByWord.get(word) ?? []))].slice(0, MAX_SUGGESTION_SEARCHES);
}

function* lazySuggestions(
  codeWords: Iterable<LabelledCode>,
  codesByWord: Map<string, string[]>,
): Generator<string> {
  for (const [word, code] of codeWords) {
    const codes = codesByWord.get(word);
    codesByWord.set(word, [...(codes ?? []), code]);
    if (codes === undefined) yield word;
  }
}

/** Returns the stored code, or why the value cannot be one. */
function resolveCode<Found extends { readonly code: string }>(
  { noun, ownerOf, find, wordsOf, missing, faults }: CodeReferenceSpec<Found>,
  value: JsonValue,
  attribute: AttributeDefinition,
  context: ValueTypeContext,
  scope: CellContext,
  inside: readonly string[] = [],
): string | readonly FieldProblem[] {
  if (typeof value !== 'string') {
    const message = localized('codes-expected', { attribute: attribute.code, noun });
    return [problemAt(scope, attribute, 'wrong-type', message, { value, inside })];
  }
  const owner = ownerOf(attribute);
  const resolvedCode = find(context, owner, value);
  if (resolvedCode === undefined) {
    const suggestions = suggestCodes(value, wordsOf(context, owner));
    const message = withSuggestions(missing.message(value, owner), suggestions);
    return [problemAt(scope, attribute, missing.code, message, { value, suggestions, inside })];
  }
  const { current } = scope;
  const isKept = isJsonArray(current) ? current.includes(resolvedCode.code) : current === resolvedCode.code;
  if (isKept) return resolvedCode.code;
  const problems = faults(resolvedCode, owner, attribute).map(({ code, message }) =>
    problemAt(scope, attribute, code, message, { value, inside }),
  );
  return problems.length === 0 ? resolvedCode.code : problems;
}
