import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import { didYouMean, suggest } from '../../kernel/suggestion.ts';
import type { CatalogueStructure } from './structure.ts';

/** What a code names: `locale` an enabled one, as values have them; `label-locale` any, as names have them. */
export type CodeKind = 'attribute' | 'channel' | 'locale' | 'label-locale' | 'association-type';

/** A code that a request names, in either case. */
export interface NamedCode {
  readonly kind: CodeKind;
  readonly code: string;
  /** Where it stands in the request. */
  readonly path: readonly string[];
}

/** Whether a code leads somewhere. */
export const isKnownCode = (structure: CatalogueStructure, { kind, code }: NamedCode): boolean =>
  KINDS[kind].known(structure).has(foldKey(code));

/** The named codes that lead nowhere, each told once, with those that were perhaps meant. */
export function unknownCodes(structure: CatalogueStructure, named: readonly NamedCode[]): FieldProblem[] {
  const told = new Set<string>();
  return named.flatMap((one) => {
    const { kind, code, path } = one;
    const { noun, problem, codes } = KINDS[kind];
    const key = `${kind.replace('label-', '')} ${foldKey(code)}`;
    if (isKnownCode(structure, one) || told.has(key)) return [];
    told.add(key);
    const suggestions = suggest(code, codes(structure));
    const message = `There is no ${noun} '${code}'.${didYouMean(suggestions)}`;
    return [fieldProblem(problem, path, message, { value: code, suggestions })];
  });
}

/** The refusal that tells of unknown codes, as a filter is refused that names them. */
export function refusalOfUnknownCodes(problems: readonly FieldProblem[]): ValidationFailed {
  const [first] = problems;
  const isOfAttributes = problems.every(({ code }) => code === 'attribute-not-found');
  const detail = problems.length === 1 ? (first?.message ?? '') : `${problems.length} codes are not known.`;
  return new ValidationFailed(isOfAttributes ? 'unknown-attribute' : 'validation-failed', detail, problems);
}

interface Kind {
  readonly noun: string;
  readonly problem: 'attribute-not-found' | 'reference-not-found' | 'locale-not-enabled';
  /** By folded code. */
  readonly known: (structure: CatalogueStructure) => ReadonlyMap<string, unknown>;
  readonly codes: (structure: CatalogueStructure) => Iterable<string>;
}

const enabledLocales = ({ locales }: CatalogueStructure) => locales.values();

const KINDS: Readonly<Record<CodeKind, Kind>> = {
  attribute: {
    noun: 'attribute',
    problem: 'attribute-not-found',
    known: ({ attributes }) => attributes,
    codes: ({ attributes }) => [...attributes.values()].map(({ code }) => code),
  },
  channel: {
    noun: 'channel',
    problem: 'reference-not-found',
    known: ({ channels }) => channels,
    codes: ({ channels }) => [...channels.values()].map(({ code }) => code),
  },
  locale: {
    noun: 'enabled locale',
    problem: 'locale-not-enabled',
    known: ({ locales }) => locales,
    codes: enabledLocales,
  },
  'association-type': {
    noun: 'association type',
    problem: 'reference-not-found',
    known: ({ associationTypes }) => associationTypes,
    codes: ({ associationTypes }) => [...associationTypes.values()].map(({ code }) => code),
  },
  'label-locale': {
    noun: 'locale',
    problem: 'reference-not-found',
    known: ({ fallbacks }) => fallbacks,
    codes: enabledLocales,
  },
};
