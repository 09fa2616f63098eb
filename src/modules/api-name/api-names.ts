import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { withSuggestions } from '../../kernel/suggestion.ts';
import { type AssignedName, loadAssignedNames } from './api-name.store.ts';
import { type ApiNamedKind, NAMESPACE_OF } from './api-name-documents.ts';
import {
  type ApiNamespace,
  chooseApiNames,
  foldApiName,
  isGraphqlName,
  isReservedName,
  MAX_API_NAME_LENGTH,
} from './api-name-rules.ts';

/** A document that has a name; an empty one stands for that of its code. */
interface DocumentWithApiName {
  readonly code: string;
  readonly apiName: string;
}

/** Lookups of the rules of names besides the document. */
export interface ApiNames {
  /**
   * Returns the name of a document, and its faults. One that is not given is never rejected.
   *
   * @param current as it is stored; null for a new document
   * @param accepted documents of the batch that passed before, by folded code
   */
  validate(
    document: DocumentWithApiName,
    current: DocumentWithApiName | null,
    accepted: ReadonlyMap<string, DocumentWithApiName>,
  ): { readonly value: string; readonly problems: readonly FieldProblem[] };
}

const WORDS: Readonly<Record<ApiNamedKind, string>> = {
  attribute: 'attribute',
  association_type: 'association type',
  attribute_set: 'attribute set',
  entity_type: 'entity type',
};

/**
 * Loads what the names of documents that are about to be written are judged by, and chooses those that are not given.
 * Nothing is read where no name changes.
 */
export async function loadApiNames(
  context: WriteContext,
  kind: ApiNamedKind,
  next: readonly DocumentWithApiName[],
  current: readonly (DocumentWithApiName | null)[],
): Promise<ApiNames> {
  const changed = next.filter(
    ({ apiName }, index) => apiName === '' || apiName !== (current[index]?.apiName ?? null),
  );
  const namespace = NAMESPACE_OF[kind];
  const storedNames =
    changed.length === 0 ? [] : await loadAssignedNames(context, context.session.organizationId, namespace);
  return apiNameRules(kind, changed, storedNames);
}

/** Returns the rules of names of documents that change theirs, among the names that are given. */
export function apiNameRules(
  kind: ApiNamedKind,
  changed: readonly DocumentWithApiName[],
  storedNames: readonly AssignedName[],
): ApiNames {
  const namespace = NAMESPACE_OF[kind];
  const holders = new Map(storedNames.map((holder) => [foldApiName(namespace, holder.apiName), holder]));
  /** Names that documents of the batch request, by the first that does. */
  const documentsByName = new Map<string, DocumentWithApiName>();
  for (const document of changed) {
    const name = foldApiName(namespace, document.apiName);
    if (document.apiName !== '' && !documentsByName.has(name)) documentsByName.set(name, document);
  }
  const unnamed = new Map<string, { readonly key: string; readonly code: string }>();
  for (const { code, apiName } of changed)
    if (apiName === '') unnamed.set(foldKey(code), { key: foldKey(code), code });
  const generatedNames = chooseApiNames(namespace, [...unnamed.values()], (name) => {
    const holder = holders.get(name);
    const isFree = holder === undefined || (holder.kind === kind && unnamed.has(holder.key));
    return !isFree || documentsByName.has(name);
  });
  /** Returns the other object that has the name, or that requests it earlier in the same write. */
  const userOf = (name: string, key: string, accepted: ReadonlyMap<string, DocumentWithApiName>) => {
    const first = documentsByName.get(name);
    if (first !== undefined && foldKey(first.code) !== key) return { kind, code: first.code };
    const holder = holders.get(name);
    if (holder === undefined || (holder.kind === kind && holder.key === key)) return null;
    const passed = holder.kind === kind ? accepted.get(holder.key) : undefined;
    const isGivenUp = passed !== undefined && foldApiName(namespace, passed.apiName) !== name;
    return isGivenUp ? null : holder;
  };
  return {
    validate({ code, apiName }, current, accepted) {
      const key = foldKey(code);
      if (apiName === '') return { value: generatedNames.get(key) ?? apiName, problems: [] };
      const user = userOf(foldApiName(namespace, apiName), key, accepted);
      if (apiName === current?.apiName && user === null) return { value: apiName, problems: [] };
      const isTaken = (name: string) => holders.has(name) || documentsByName.has(name);
      const problem = problemOf(namespace, apiName, user, isTaken);
      return { value: apiName, problems: problem === null ? [] : [problem] };
    },
  };
}

/** Returns the problem of a given name. */
function problemOf(
  namespace: ApiNamespace,
  apiName: string,
  user: { readonly kind: ApiNamedKind; readonly code: string } | null,
  isTaken: (name: string) => boolean,
): FieldProblem | null {
  const refuse = (
    code: 'pattern-mismatch' | 'too-long' | 'value-not-allowed' | 'not-unique',
    reason: Message,
  ) => {
    const near = chooseApiNames(namespace, [{ key: '', code: apiName.slice(0, 100) }], isTaken).get('');
    const suggestions = near === undefined ? [] : [near];
    const message = withSuggestions(reason, suggestions);
    return fieldProblem(code, ['apiName'], message, { value: apiName, suggestions });
  };
  if (apiName.length > MAX_API_NAME_LENGTH)
    return refuse('too-long', localized('api-name-too-long', { max: MAX_API_NAME_LENGTH }));
  if (!isGraphqlName(apiName)) return refuse('pattern-mismatch', localized('api-name-form', { apiName }));
  if (isReservedName(namespace, apiName))
    return refuse('value-not-allowed', localized('api-name-reserved', { apiName }));
  if (user !== null)
    return refuse(
      'not-unique',
      localized('api-name-taken', { kind: WORDS[user.kind], ref: user.code, apiName }),
    );
  return null;
}
