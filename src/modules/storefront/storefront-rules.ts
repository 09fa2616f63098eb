import { CODE_PATTERN_WITH_DASH, foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { ReferencedDocuments } from '../../platform/resource/referenced-documents.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import type { CategoryDocument } from '../category/index.ts';
import { isCountable } from '../search/index.ts';
import type { CatalogueStructure, ChannelStructure, SetStructure } from '../structure/index.ts';
import { CATEGORIES_FACET, type StorefrontDocument } from './storefront.ts';

/** Longest preview URL in characters. */
const MAX_URL_LENGTH = 2_000;
const PLACEHOLDERS = ['locale', 'sku', 'slug', 'token'];

/** A field in canonical form and what is wrong with it. */
interface Validated<Value> {
  readonly value: Value;
  readonly problems: readonly FieldProblem[];
}

/** Valid codes of a list: a noun for one of them, and the stored code of each by its folded code. */
export interface AllowedCodes {
  readonly noun: string;
  /** Says that there is no such code. */
  readonly missing?: (code: string) => Message;
  readonly byKey: ReadonlyMap<string, string>;
  /** Folded codes that are left out instead of rejected: what was stored before it ceased to be a choice. */
  readonly leftOver?: ReadonlySet<string>;
}

const byKeyOf = (codes: Iterable<string>) => new Map([...codes].map((code) => [foldKey(code), code]));

/** Returns codes in their stored case, each named once. */
export function checkCodes(
  path: readonly string[],
  codes: readonly string[],
  { noun, missing, byKey, leftOver }: AllowedCodes,
): Validated<readonly string[]> {
  const problems: FieldProblem[] = [];
  const checkedCodes = new Set<string>();
  codes.forEach((code, index) => {
    const at = [...path, String(index)];
    const stored = byKey.get(foldKey(code));
    if (stored === undefined) {
      if (leftOver?.has(foldKey(code))) return;
      const suggestions = suggest(code, byKey.values());
      const message = withSuggestions(
        missing?.(code) ?? localized('not-found', { kind: noun, ref: code }),
        suggestions,
      );
      problems.push(fieldProblem('reference-not-found', at, message, { value: code, suggestions }));
    } else if (checkedCodes.has(stored)) {
      problems.push(
        fieldProblem('duplicate-item', at, localized('named-twice', { kind: noun, ref: stored }), {
          value: code,
        }),
      );
    } else checkedCodes.add(stored);
  });
  return { value: [...checkedCodes], problems };
}

/** Returns the codes that a storefront can name in each of its lists. */
export const exposableCodes = (structure: CatalogueStructure) => ({
  attributes: {
    noun: 'attribute',
    byKey: byKeyOf([...structure.attributes.values()].map(({ code }) => code)),
  },
  entityTypes: {
    noun: 'entity type',
    byKey: byKeyOf([...structure.entityTypes.values()].map(({ document }) => document.code)),
  },
  associationTypes: {
    noun: 'association type',
    byKey: byKeyOf([...structure.associationTypes.values()].map(({ code }) => code)),
  },
});

/**
 * Checks that locales or currencies belong to the channel; those of before that the channel no longer has are left out.
 */
export function checkChannelCodes(
  field: 'locales' | 'currencies',
  codes: readonly string[] | null,
  channel: ChannelStructure,
  before: readonly string[],
): Validated<readonly string[]> {
  if (codes === null) return { value: channel.document[field], problems: [] };
  const noun = field === 'locales' ? 'locale' : 'currency';
  const checked = checkCodes([field], codes, {
    noun,
    missing: (ref) => localized('not-found-in-channel', { kind: noun, ref, channel: channel.code }),
    byKey: byKeyOf(channel.document[field]),
    leftOver: new Set(before.map(foldKey)),
  });
  if (codes.length > 0 || field === 'currencies') return checked;
  const message = localized('storefront-locale-required');
  return { value: codes, problems: [fieldProblem('required', [field], message)] };
}

/** Systems are words of whoever gives references; nothing tells whether one is in use. */
export function checkExternalSystems(systems: readonly string[]): Validated<readonly string[]> {
  const path = ['externalSystems'];
  const wrong = systems.flatMap((system, index) => {
    if (CODE_PATTERN_WITH_DASH.test(system)) return [];
    const message = localized('external-system-invalid', { ref: system });
    return [fieldProblem('invalid-code', [...path, String(index)], message, { value: system })];
  });
  if (wrong.length > 0) return { value: systems, problems: wrong };
  return checkCodes(path, systems, { noun: 'external system', byKey: byKeyOf(systems) });
}

/** Returns the sources that facets can have: exposed attributes that searches count, and the category tree. */
export function allowedFacets(
  attributes: readonly string[],
  structure: CatalogueStructure,
  before: Pick<StorefrontDocument, 'facets' | 'categoryFacets'> | null,
): AllowedCodes {
  const countableCodes = attributes.filter((code) => {
    const attribute = structure.attributes.get(foldKey(code));
    return attribute !== undefined && isCountable(attribute);
  });
  const stored = [...(before?.facets ?? []), ...Object.values(before?.categoryFacets ?? {}).flat()];
  return {
    noun: 'facet',
    missing: (ref) => localized('not-among-facets', { kind: 'facet', ref }),
    byKey: byKeyOf([CATEGORIES_FACET, ...countableCodes]),
    leftOver: new Set(stored.map(foldKey)),
  };
}

export function checkCategoryFacets(
  facets: StorefrontDocument['categoryFacets'],
  categories: ReferencedDocuments<CategoryDocument>,
  choices: AllowedCodes,
): Validated<StorefrontDocument['categoryFacets']> {
  const problems: FieldProblem[] = [];
  const value: Record<string, readonly string[]> = {};
  for (const [name, codes] of Object.entries(facets)) {
    const path = ['categoryFacets', name];
    const category = categories.find(name);
    if (category === undefined) problems.push(categories.notFoundProblem(path, 'category', name));
    const checked = checkCodes(path, codes, choices);
    problems.push(...checked.problems);
    value[category?.code ?? name] = checked.value;
  }
  return { value, problems };
}

/** Checks a template that becomes an address of the shop once its placeholders are filled. */
export function checkPreviewUrl(template: string | null): Validated<string | null> {
  if (template === null || template === '') return { value: null, problems: [] };
  const problem = previewProblem(template);
  if (problem === null) return { value: template, problems: [] };
  return {
    value: template,
    problems: [fieldProblem(problem[0], ['previewUrl'], problem[1], { value: template })],
  };
}

function previewProblem(template: string): ['invalid-format' | 'too-long', Message] | null {
  const { length } = template;
  if (length > MAX_URL_LENGTH)
    return ['too-long', localized('preview-url-too-long', { max: MAX_URL_LENGTH, count: length })];
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !PLACEHOLDERS.includes(name));
  if (unknown !== undefined) {
    const placeholderList = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
    return [
      'invalid-format',
      localized('placeholder-unknown', { placeholder: unknown, list: placeholderList }),
    ];
  }
  if (!names.includes('token')) return ['invalid-format', localized('placeholder-required')];
  const sampleUrl = template.replaceAll(/\{[a-z]+\}/g, 'x');
  const url = URL.canParse(sampleUrl) ? new URL(sampleUrl) : null;
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== ''
  )
    return ['invalid-format', localized('absolute-url-expected')];
  return null;
}

/**
 * Returns the minimum that a shop of the channel needs: the attributes that the channel requires, and those by which
 * sets present products.
 */
export function minimumExposure(structure: CatalogueStructure, channel: string): string[] {
  const requiredKeys = new Set(
    [...structure.sets.values()].flatMap((set) => requiredAttributesOf(set, channel)).map(foldKey),
  );
  return [...structure.attributes.values()].filter(({ code }) => requiredKeys.has(foldKey(code))).map(codeOf);
}

const codeOf = ({ code }: AttributeDefinition) => code;

function requiredAttributesOf({ document, layouts, requirements }: SetStructure, channel: string): string[] {
  return [
    ...(requirements.get('*') ?? []),
    ...(requirements.get(channel) ?? []),
    ...[document.attributeAsLabel, document.attributeAsImage].filter((code) => code !== null),
    ...Object.values(document.roles),
    ...[...layouts.values()].flatMap(({ levels }) => levels.flatMap(({ axes }) => axes)),
  ];
}
