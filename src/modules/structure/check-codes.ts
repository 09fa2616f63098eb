import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, textOf } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { CatalogueStructure } from './structure.ts';

/**
 * Kind of object that a code names: `locale` an enabled one, as values have them; `label-locale` any, as labels have
 * them.
 */
export type StructureCodeKind =
  | 'association-type'
  | 'attribute'
  | 'attribute-set'
  | 'channel'
  | 'currency'
  | 'entity-type'
  | 'label-locale'
  | 'locale';

/** The same, and kinds that the structure of an organization does not hold. */
export type CodeKind = StructureCodeKind | 'attribute-group' | 'category' | 'option-set';

/** A code that a request names, in either case. */
export interface CodeReference {
  readonly kind: CodeKind;
  readonly code: string;
  /** Path of the code in the request. */
  readonly path: readonly string[];
}

/** The codes of one kind. */
export interface CodeSet {
  /** Returns true if the code exists, by its folded form. */
  readonly has: (key: string) => boolean;
  /** Returns all of them, for suggestions. */
  readonly all: () => Iterable<string>;
}

/** Finds the codes of each kind that a request names. */
export type CodeLookup<Kind extends CodeKind = CodeKind> = (kind: Kind) => CodeSet;

/** Returns the codes that a structure holds. */
export const codesOfStructure =
  (structure: CatalogueStructure): CodeLookup<StructureCodeKind> =>
  (kind) => {
    const { known, codes } = IN_STRUCTURE[kind];
    return { has: (key) => known(structure).has(key), all: () => codes(structure) };
  };

/** Returns true if a code names an existing object. */
export const codeExists = <Kind extends CodeKind>(
  directory: CodeLookup<Kind>,
  { kind, code }: CodeReference & { readonly kind: Kind },
): boolean => directory(kind).has(foldKey(code));

/** Returns the named codes that lead nowhere, each told once, with those that were perhaps meant. */
export function unknownCodes<Kind extends CodeKind>(
  directory: CodeLookup<Kind>,
  references: readonly (CodeReference & { readonly kind: Kind })[],
): FieldProblem[] {
  const seenKeys = new Set<string>();
  return references.flatMap((one) => {
    const { kind, code, path } = one;
    const { noun, problem = 'reference-not-found' } = WORDS[kind];
    const key = `${kind.replace('label-', '')} ${foldKey(code)}`;
    if (codeExists(directory, one) || seenKeys.has(key)) return [];
    seenKeys.add(key);
    const suggestions = suggest(code, directory(kind).all());
    const message = withSuggestions(localized('not-found', { kind: noun, ref: code }), suggestions);
    return [fieldProblem(problem, path, message, { value: code, suggestions })];
  });
}

/** Returns the rejection that tells of unknown codes, as a filter is rejected that names them. */
export function unknownCodesError(problems: readonly FieldProblem[]): ValidationFailed {
  const [first] = problems;
  const isOfAttributes = problems.every(({ code }) => code === 'attribute-not-found');
  const detail =
    problems.length === 1 && first !== undefined
      ? textOf(first)
      : localized('codes-unknown', { count: problems.length });
  return new ValidationFailed(isOfAttributes ? 'unknown-attribute' : 'validation-failed', detail, problems);
}

interface CodeKindText {
  readonly noun: string;
  /** `reference-not-found` by default. */
  readonly problem?: 'attribute-not-found' | 'locale-not-enabled';
}

const WORDS: Readonly<Record<CodeKind, CodeKindText>> = {
  'association-type': { noun: 'association type' },
  attribute: { noun: 'attribute', problem: 'attribute-not-found' },
  'attribute-group': { noun: 'attribute group' },
  'attribute-set': { noun: 'attribute set' },
  category: { noun: 'category' },
  channel: { noun: 'channel' },
  currency: { noun: 'currency' },
  'entity-type': { noun: 'entity type' },
  'label-locale': { noun: 'locale' },
  locale: { noun: 'enabled locale', problem: 'locale-not-enabled' },
  'option-set': { noun: 'option set' },
};

interface InStructure {
  /** Returns the existing objects by folded code. */
  readonly known: (structure: CatalogueStructure) => ReadonlyMap<string, unknown>;
  readonly codes: (structure: CatalogueStructure) => Iterable<string>;
}

const enabledLocales = ({ locales }: CatalogueStructure) => locales.values();

const IN_STRUCTURE: Readonly<Record<StructureCodeKind, InStructure>> = {
  'association-type': {
    known: ({ associationTypes }) => associationTypes,
    codes: ({ associationTypes }) => [...associationTypes.values()].map(({ code }) => code),
  },
  attribute: {
    known: ({ attributes }) => attributes,
    codes: ({ attributes }) => [...attributes.values()].map(({ code }) => code),
  },
  'attribute-set': {
    known: ({ sets }) => sets,
    codes: ({ sets }) => [...sets.values()].map(({ document }) => document.code),
  },
  channel: {
    known: ({ channels }) => channels,
    codes: ({ channels }) => [...channels.values()].map(({ code }) => code),
  },
  // Prices stay readable when their currency is disabled.
  currency: {
    known: ({ allCurrencies }) => allCurrencies,
    codes: ({ allCurrencies }) => allCurrencies.values(),
  },
  'entity-type': {
    known: ({ entityTypes }) => entityTypes,
    codes: ({ entityTypes }) => [...entityTypes.values()].map(({ document }) => document.code),
  },
  'label-locale': { known: ({ fallbacks }) => fallbacks, codes: enabledLocales },
  locale: { known: ({ locales }) => locales, codes: enabledLocales },
};
