import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import { defineRead, type Transaction } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { foldText } from '../../kernel/text/fold-text.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { pageSize } from '../../platform/operation/keyset-page.ts';
import type { ResourceDocument, ResourceStore } from '../../platform/resource/resource.ts';
import { attributeStore } from '../attribute/index.ts';
import { attributeSetStore } from '../attribute-set/index.ts';
import { categoryStore } from '../category/index.ts';
import { localeChainLoader } from '../locale/index.ts';
import { measurementFamilyStore } from '../measurement/index.ts';
import { optionSetStore } from '../option-set/index.ts';
import { type CodeHit, type CodeKind, searchCodes } from './find-codes.store.ts';

/** The scope that finding codes of a kind needs: the read scope of what has them. */
const SCOPE_OF_KIND: Readonly<Record<CodeKind, ScopeExpression>> = {
  attribute: 'attributes:read',
  option: 'attributes:read',
  category: 'products:read',
  attribute_set: 'attributes:read',
  entity_type: { anyOf: ['entities:read', 'attributes:read'] },
  association_type: 'attributes:read',
  unit: 'attributes:read',
  media: 'media:read',
};

type Labelled = ResourceDocument & { readonly labels: Labels };

/** Owner that `parent` names, for kinds whose objects belong to another object. */
const PARENTS: Partial<Record<CodeKind, { readonly noun: string; readonly store: ResourceStore<Labelled> }>> =
  {
    attribute: { noun: 'attribute set', store: attributeSetStore as ResourceStore<Labelled> },
    option: { noun: 'option set', store: optionSetStore as ResourceStore<Labelled> },
    category: { noun: 'category', store: categoryStore as ResourceStore<Labelled> },
    unit: { noun: 'measurement family', store: measurementFamilyStore as ResourceStore<Labelled> },
  };

export interface FindCodesInput {
  readonly kind: CodeKind;
  /** Part of a code, label or synonym; case and accents do not count. */
  readonly query?: string | null | undefined;
  /** Code of the attribute whose options or units are meant. */
  readonly attribute?: string | null | undefined;
  /** Code of the set, family or category that they stand in. */
  readonly parent?: string | null | undefined;
  /** Locale of the labels in the response; by default the organization's. */
  readonly locale?: string | null | undefined;
  /** 1 to 100; 25 by default. */
  readonly limit?: number | null | undefined;
}

/** A code with its names. */
export interface CodeMatch {
  readonly code: string;
  readonly label: string;
  readonly path: readonly string[];
  readonly pathLabels: readonly string[];
  readonly detail: string | null;
}

export interface CodeMatches {
  readonly items: readonly CodeMatch[];
  /** True if there are more than the limit. */
  readonly hasMore: boolean;
}

/**
 * Finds the codes that writes name, the best fitting first.
 *
 * @throws RequestError `insufficient-scope` without the read scope of the kind; ValidationFailed for an attribute or parent
 * that does not exist or does not go with the kind
 */
export const findCodes = defineRead({
  name: 'findCodes',
  scope: { anyOf: ['attributes:read', 'products:read', 'entities:read', 'media:read'] },
  errors: ['invalid'],
  async handler(context: PrismaReadContext, input: FindCodesInput): Promise<CodeMatches> {
    const { kind, query, locale, limit } = input;
    authorize(context.session, SCOPE_OF_KIND[kind], `Finding codes of the kind ${kind}`);
    checkQueryLength(query ?? '');
    const size = pageSize(limit);
    const within = await findContainer(context, input);
    const search = { kind, query: foldText(query ?? ''), within, limit: size + 1 };
    const matchingCodes = await searchCodes(context, context.session.organizationId, search);
    const items = matchingCodes.slice(0, size);
    const chains = await localeChainLoader.load(context, [locale ?? '']);
    const chain = chains.get(foldKey(locale ?? '')) ?? [];
    const labels = await loadPathLabels(context, kind, items);
    return {
      items: items.map(({ code, path, detail, ...match }) => ({
        code,
        label: labelOf(match.labels, code, chain),
        path,
        pathLabels: path.map((step, index) =>
          labelOf(index === path.length - 1 ? match.labels : (labels.get(foldKey(step)) ?? {}), step, chain),
        ),
        detail,
      })),
      hasMore: matchingCodes.length > size,
    };
  },
});

/** Characters of a query: no code and no label has more, and folding a text of megabytes holds up all requests. */
const LONGEST_QUERY = 1_000;

function checkQueryLength(query: string): void {
  if (query.length <= LONGEST_QUERY) return;
  const message = localized('query-too-long', { count: query.length, max: LONGEST_QUERY });
  throw toValidationError(fieldProblem('too-long', ['query'], message, { value: query }));
}

type FindCodesContext = PrismaReadContext;

/** Returns the folded code of what the codes have to stand in. */
async function findContainer(
  context: FindCodesContext,
  { kind, attribute, parent }: FindCodesInput,
): Promise<string | null> {
  const isAsked = (value: string | null | undefined): value is string => typeof value === 'string';
  if (isAsked(attribute) && isAsked(parent)) {
    throw toValidationError(
      wrongArgument('parent', localized('argument-either', { one: 'attribute', other: 'parent' }), parent),
    );
  }
  if (isAsked(attribute)) return containerOfAttribute(context, kind, attribute);
  if (!isAsked(parent)) return null;
  const owner = PARENTS[kind];
  if (owner === undefined) {
    const kinds = Object.keys(PARENTS);
    throw toValidationError(
      wrongArgument('parent', localized('argument-of-kinds', { argument: 'parent', kinds }), parent),
    );
  }
  await loadExisting(context, owner.store, owner.noun, 'parent', parent);
  return foldKey(parent);
}

/** Returns the option set or family that an attribute's values come from. */
async function containerOfAttribute(
  context: FindCodesContext,
  kind: CodeKind,
  code: string,
): Promise<string> {
  if (kind !== 'option' && kind !== 'unit') {
    const message = localized('argument-of-kinds', { argument: 'attribute', kinds: 'option and unit' });
    throw toValidationError(wrongArgument('attribute', message, code));
  }
  const attribute = await loadExisting(context, attributeStore, 'attribute', 'attribute', code);
  const container = kind === 'option' ? attribute.optionSet : attribute.measurementFamily;
  if (container !== null) return foldKey(container);
  const message =
    kind === 'option'
      ? localized('type-without-options', { attribute: attribute.code, type: attribute.type })
      : localized('type-without-units', { attribute: attribute.code, type: attribute.type });
  throw toValidationError(wrongArgument('attribute', message, code));
}

/** Returns a document by its code. @throws ValidationFailed with the codes that may have been meant. */
async function loadExisting<Document extends ResourceDocument>(
  context: FindCodesContext,
  store: ResourceStore<Document>,
  noun: string,
  argument: string,
  code: string,
): Promise<Document> {
  const { organizationId } = context.session;
  const storedCode = (await store.load(context, organizationId, [foldKey(code)], false)).get(foldKey(code));
  if (storedCode !== undefined) return storedCode.document;
  const all = await store.loadAll(context, organizationId);
  const suggestions = suggest(
    code,
    all.map(({ document }) => document.code),
  );
  const message = withSuggestions(localized('not-found', { kind: noun, ref: code }), suggestions);
  throw toValidationError(
    fieldProblem('reference-not-found', [argument], message, { value: code, suggestions }),
  );
}

const wrongArgument = (argument: string, message: Message, value: string): FieldProblem =>
  fieldProblem('value-not-allowed', [argument], message, { value });
const toValidationError = (problem: FieldProblem) => ValidationFailed.of([problem]);

/** Returns the labels of what the codes stand in, by folded code. */
async function loadPathLabels(
  context: Transaction & Pick<PrismaReadContext, 'session'>,
  kind: CodeKind,
  matchingCodes: readonly CodeHit[],
): Promise<ReadonlyMap<string, Labels>> {
  const outer = [...new Set(matchingCodes.flatMap(({ path }) => path.slice(0, -1)))].map(foldKey);
  const store = PARENTS[kind]?.store;
  if (store === undefined || outer.length === 0) return new Map();
  const loaded = await store.load(context, context.session.organizationId, outer, false);
  return new Map([...loaded].map(([key, { document }]) => [key, document.labels]));
}
