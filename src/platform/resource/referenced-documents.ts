import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { Transaction } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { Session } from '../../kernel/session.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { ResourceDocument, ResourceStore } from './resource.ts';

/** Documents that others refer to by code, for rules that must not read anything themselves. */
export interface ReferencedDocuments<Document> {
  /** Codes resolve case-insensitively; the document has the stored case. */
  find(code: string): Document | undefined;
  /** Returns the problem of a reference that leads nowhere, with the codes it may have meant. */
  notFoundProblem(path: readonly string[], noun: string, code: string): FieldProblem;
}

/**
 * Loads what the codes refer to: one statement, and one more for suggestions when some are not found.
 * Nothing is read when there are no codes.
 */
export async function loadReferencedDocuments<Document extends ResourceDocument>(
  context: Transaction & { readonly session: Session },
  store: ResourceStore<Document>,
  codes: Iterable<string>,
): Promise<ReferencedDocuments<Document>> {
  const keys = [...new Set([...codes].map(foldKey))];
  const documentsByKey = await store.load(context, context.session.organizationId, keys, false);
  const all =
    documentsByKey.size === keys.length ? [] : await store.loadAll(context, context.session.organizationId);
  const candidates = all.map(({ document }) => document.code);
  return {
    find: (code) => documentsByKey.get(foldKey(code))?.document,
    notFoundProblem(path, noun, code) {
      const suggestions = suggest(code, candidates);
      const message = withSuggestions(localized('not-found', { kind: noun, ref: code }), suggestions);
      return fieldProblem('reference-not-found', path, message, { value: code, suggestions });
    },
  };
}
