import { foldKey } from '../../kernel/codes.ts';
import { NotFound, RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { labelOf } from '../../kernel/labels.ts';
import { defineRead } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { ALL_CHANNELS } from '../attribute-set/index.ts';
import { fallbackChain } from '../locale/index.ts';
import { type CatalogueStructure, fallbackOf, readStructure, type SetStructure } from '../structure/index.ts';
import { allocateBytes } from './allocate-bytes.ts';
import { type ListedOptions, loadFirstOptions } from './describe-attribute-set.store.ts';
import { exampleProduct } from './example-product.ts';

/** Limit of a page as JSON, in bytes; a response of a tool has 24,000 bytes at most. */
const PAGE_BYTES = 20_000;
/** Minimum and maximum size of its attributes in bytes, however long the description and the layouts of the set are. */
const ATTRIBUTES_BYTES = { least: 6_000, most: 16_000 } as const;
/** The part of it that is for options. */
const OPTIONS_SHARE = 0.25;
/** Limit of the codes of further attributes, in bytes. */
const MAXIMUM_FURTHER_BYTES = 2_000;
/** Maximum number of options that one attribute shows. */
const MAXIMUM_OPTIONS = 25;

export interface DescribeAttributeSetInput {
  readonly code: string;
  /** Code of the channel whose requirements count; all channels when left out. */
  readonly channel?: string | null | undefined;
  /** Only these attributes (codes). */
  readonly attributes?: readonly string[] | null | undefined;
  /** `endCursor` of the previous page. */
  readonly after?: string | null | undefined;
}

interface NamedCode {
  readonly code: string;
  readonly label: string;
}

/** Description of an attribute for whoever writes its values. */
export interface AttributeDescription extends NamedCode {
  readonly definition: AttributeDefinition;
  readonly group: string | null;
  /** True if the requested channel requires it; without a channel, if any does. */
  readonly required: boolean;
  readonly requiredIn: readonly string[];
  readonly guideline: string | null;
  /** Codes of the units it takes. */
  readonly units: readonly string[] | null;
  readonly options: readonly NamedCode[] | null;
  readonly optionsCount: number | null;
}

/** Description of a set for whoever writes its products. */
export interface AttributeSetDescription {
  /** Attributes of this page: required attributes are on pages before others. */
  readonly attributes: readonly AttributeDescription[];
  /** Number of attributes of all pages together. */
  readonly attributesCount: number;
  /** The first codes of attributes on later pages. */
  readonly furtherAttributes: readonly string[];
  /** Cursor of the next page; null on the last one. */
  readonly endCursor: string | null;
  readonly example: JsonObject;
}

/**
 * Returns everything that a writer of products of a set needs to know, in pages of bounded size: required attributes
 * are described before others.
 *
 * @throws ValidationFailed for an attribute that does not exist, with suggestions
 * @throws RequestError `invalid-cursor`
 */
export const describeAttributeSet = defineRead({
  name: 'describeAttributeSet',
  scope: 'attributes:read',
  errors: ['not-found', 'invalid'],
  async handler(
    context: PrismaReadContext,
    input: DescribeAttributeSetInput,
  ): Promise<AttributeSetDescription> {
    const structure = await readStructure(context);
    const set = structure.sets.get(foldKey(input.code));
    if (set === undefined) throw NotFound.of('attribute set', input.code);
    // An unknown channel is rejected where the argument is read.
    const channel = structure.channels.get(foldKey(input.channel ?? ''))?.code ?? null;
    const chain = fallbackChain(structure.defaultLocale ?? '', (code) => fallbackOf(structure, code));
    const optionSets = set.attributes.flatMap(({ optionSet }) => optionSet ?? []);
    const options = await loadFirstOptions(
      context,
      context.session.organizationId,
      [...new Set(optionSets)],
      MAXIMUM_OPTIONS,
    );
    const described = membersOf(set, input.attributes).map((attribute) =>
      describe(attribute, { structure, set, channel, chain, options }),
    );
    const required = described.filter((attribute) => attribute.required).map(({ code }) => code);
    const example = exampleProduct(set, new Set(required), {
      structure,
      channel: channel ?? structure.defaultChannel ?? firstActive(structure),
      optionOf: (optionSet) => options.get(foldKey(optionSet))?.items[0]?.code ?? null,
      today: context.now.toISOString().slice(0, 10),
    });
    const { description, variantLayouts } = set.document;
    const room = remainingBytes({ description, variantLayouts, example });
    return {
      example,
      ...pageOf(described, input.after ?? null, room),
    };
  },
});

const firstActive = ({ channels }: CatalogueStructure) =>
  [...channels.values()].find(({ document }) => document.active)?.code ?? null;

/** Returns the attributes of the set, or those of them that were requested, in the order of the set. */
function membersOf(
  { attributes, document }: SetStructure,
  requestedCodes: readonly string[] | null | undefined,
): readonly AttributeDefinition[] {
  if (requestedCodes === null || requestedCodes === undefined) return attributes;
  const codes = attributes.map(({ code }) => code);
  const memberKeys = new Set(codes.map(foldKey));
  const problems = requestedCodes.flatMap((code, index) => {
    if (memberKeys.has(foldKey(code))) return [];
    const suggestions = suggest(code, codes);
    const message = withSuggestions(
      localized('attribute-not-in-the-set', { attribute: code, set: document.code }),
      suggestions,
    );
    const path = ['attributes', String(index)];
    return [
      fieldProblem('attribute-not-in-set', path, message, { attribute: code, value: code, suggestions }),
    ];
  });
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const requestedKeys = new Set(requestedCodes.map(foldKey));
  return attributes.filter(({ code }) => requestedKeys.has(foldKey(code)));
}

interface Sources {
  readonly structure: CatalogueStructure;
  readonly set: SetStructure;
  readonly channel: string | null;
  readonly chain: readonly string[];
  readonly options: ReadonlyMap<string, ListedOptions>;
}

function describe(
  attribute: AttributeDefinition,
  { structure, set, channel, chain, options }: Sources,
): AttributeDescription {
  const { code, labels, guidelines, optionSet, measurementFamily, validation } = attribute;
  const requiredIn = [...set.requirements].flatMap(([where, codes]) => (codes.includes(code) ? [where] : []));
  const isAsked = (where: string) => channel === null || where === ALL_CHANNELS || where === channel;
  const member = set.document.attributes.find((one) => one.code === code);
  const listed = optionSet === null ? null : (options.get(foldKey(optionSet)) ?? { count: 0, items: [] });
  const family = measurementFamily === null ? undefined : structure.families.get(foldKey(measurementFamily));
  return {
    definition: attribute,
    code,
    label: labelOf(labels, code, chain),
    group: member?.group ?? attribute.group,
    required: requiredIn.some(isAsked),
    requiredIn: requiredIn.filter(isAsked).sort(),
    guideline: chain.map((locale) => guidelines[locale]).find((text) => text !== undefined) ?? null,
    units: family === undefined ? null : (validation.units ?? family.units.map((unit) => unit.code)),
    options:
      listed?.items.map((option) => ({
        code: option.code,
        label: labelOf(option.labels, option.code, chain),
      })) ?? null,
    optionsCount: listed?.count ?? null,
  };
}

/** Returns the bytes that attributes may take beside the other parts of a response. */
function remainingBytes(others: object): number {
  const { least, most } = ATTRIBUTES_BYTES;
  return Math.min(most, Math.max(least, PAGE_BYTES - MAXIMUM_FURTHER_BYTES - bytesOf(others)));
}

const bytesOf = (json: object) => Buffer.byteLength(JSON.stringify(json));

/** Returns the description of an attribute without its options. */
const withoutOptions = ({ definition, options: _options, ...rest }: AttributeDescription) => {
  const { type, localizable, scopable, unique, readOnly, validation } = definition;
  const { availableLocales, optionSet, entityType, defaultUnit } = definition;
  return {
    ...rest,
    type,
    localizable,
    scopable,
    unique,
    readOnly,
    validation,
    locales: availableLocales,
    optionSet,
    options: [],
    entityType,
    defaultUnit,
  };
};

/** Returns the attributes after a cursor that there is room for, one at least, with as many options as there is. */
function pageOf(
  described: readonly AttributeDescription[],
  after: string | null,
  bytes: number,
): Pick<AttributeSetDescription, 'attributes' | 'attributesCount' | 'furtherAttributes' | 'endCursor'> {
  const byNeed = [...described].sort((a, b) => Number(b.required) - Number(a.required));
  const start = byNeed.findIndex(({ code }) => code === after) + 1;
  if (after !== null && start === 0) throw new RequestError('invalid-cursor', localized('cursor-invalid'));
  const remainingAttributes = byNeed.slice(start);
  const [fitting = 0] = allocateBytes([remainingAttributes.map(withoutOptions)], bytes * (1 - OPTIONS_SHARE));
  const page = remainingAttributes.slice(0, Math.max(fitting, 1));
  const further = remainingAttributes.slice(page.length).map(({ code }) => ({ code }));
  const pageAttributes = new Set(page);
  const attributes = described.filter((attribute) => pageAttributes.has(attribute));
  const optionsRoom = allocateBytes(
    attributes.map(({ options }) => options ?? []),
    bytes * OPTIONS_SHARE,
  );
  return {
    attributes: attributes.map((attribute, index) => ({
      ...attribute,
      options: attribute.options?.slice(0, optionsRoom[index]) ?? null,
    })),
    attributesCount: described.length,
    furtherAttributes: further
      .slice(0, allocateBytes([further], MAXIMUM_FURTHER_BYTES)[0])
      .map(({ code }) => code),
    endCursor: further.length === 0 ? null : (page.at(-1)?.code ?? null),
  };
}
