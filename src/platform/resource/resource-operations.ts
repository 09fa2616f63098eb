import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext, type WriteOperation } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { assertNoFailures } from '../operation/assert-no-failures.ts';
import { type DeletionItem, type DeletionResult, deleteResources } from './delete-resources.ts';
import type { ResourceDefinition, ResourceDocument, ResourcePatch } from './resource.ts';
import {
  type ResourceItem,
  type ResourceItemResult,
  type WriteMode,
  type WriteOutcome,
  writeResources,
} from './write-resources.ts';

/** Result of writing one object; `id` is public and, in a dry run of a creation, that of an object never stored. */
export type WriteResult = { readonly id: string; readonly code: string; readonly outcome: WriteOutcome };
export type DeleteResult = { readonly id: string; readonly code: string };
export type KeyedPatch = ResourcePatch & { readonly code: string };

export type UpdateInput = { readonly patch: KeyedPatch; readonly ifVersion?: number | null | undefined };
export type UpsertInput = {
  readonly items: readonly ResourceItem[];
  readonly mode: WriteMode;
  /** `reject_failed` writes the good items; `reject_all` writes nothing when one fails. */
  readonly errorPolicy: 'reject_failed' | 'reject_all';
};
export type UpsertResult = { readonly results: readonly ResourceItemResult[] };
export type DeletionsInput = { readonly items: readonly DeletionItem[] };
/** Results with public ids; what failed is still there. */
export type DeletionsResult = { readonly results: readonly DeletionResult[] };

/** The writing operations of one kind of configuration, named by its noun: `createChannel`, `upsertChannels` … */
export interface ResourceOperations {
  readonly create: WriteOperation<WriteContext, KeyedPatch, WriteResult>;
  readonly update: WriteOperation<WriteContext, UpdateInput, WriteResult>;
  readonly upsert: WriteOperation<WriteContext, UpsertInput, UpsertResult>;
  readonly delete: WriteOperation<WriteContext, UpdateInput, DeleteResult>;
  /** Deletes many objects; the caller decides if one that is in use rejects the whole. */
  readonly deleteMany: WriteOperation<WriteContext, DeletionsInput, DeletionsResult>;
}

/** Derives create, update, upsert and delete from one definition, so that a rule is never written twice. */
export function defineResourceOperations<Document extends ResourceDocument, References>(
  definition: ResourceDefinition<Document, References>,
): ResourceOperations {
  const { noun, plural, scopes } = definition;
  const nameOperation = (verb: string, word: string) => `${verb}${word[0]?.toUpperCase()}${word.slice(1)}`;
  const details = { scope: scopes.write, effect: 'write' } as const;
  const single = async (context: WriteContext, item: ResourceItem, mode: WriteMode): Promise<WriteResult> => {
    const [result] = await writeResources(context, definition, [item], mode);
    if (result === undefined) throw new Error(`Writing a ${noun} gave no result.`);
    if (result.outcome === 'failed') throw result.refusal;
    return { id: encodeId(definition.type, result.id), code: result.code, outcome: result.outcome };
  };
  const deleteAll = async (context: WriteContext, items: readonly DeletionItem[]) => {
    const results = await deleteResources(context, definition, items);
    return results.map((result) =>
      result.outcome === 'failed' ? result : { ...result, id: encodeId(definition.type, result.id) },
    );
  };
  return {
    create: defineWrite({
      ...details,
      name: nameOperation('create', noun),
      retry: 'with-key',
      errors: ['invalid', 'conflict', 'not-found'],
      handler: (context, patch: KeyedPatch) => single(context, { patch }, 'create'),
    }),
    update: defineWrite({
      ...details,
      name: nameOperation('update', noun),
      retry: 'safe',
      errors: ['invalid', 'conflict', 'not-found', 'version-mismatch'],
      handler: (context, { patch, ifVersion }: UpdateInput) =>
        single(context, { patch, ifVersion }, 'update'),
    }),
    upsert: defineWrite({
      ...details,
      name: nameOperation('upsert', plural),
      retry: 'safe',
      errors: ['invalid'],
      async handler(context, { items, mode, errorPolicy }: UpsertInput) {
        const results = await writeResources(context, definition, items, mode);
        if (errorPolicy === 'reject_all') {
          assertNoFailures(
            results.map((result) => ({
              ref: result.code,
              refusal: result.outcome === 'failed' ? result.refusal : null,
            })),
          );
        }
        const publicIds = results.map((result) =>
          result.outcome === 'failed' ? result : { ...result, id: encodeId(definition.type, result.id) },
        );
        return { results: publicIds };
      },
    }),
    delete: defineWrite({
      ...details,
      effect: 'destroy',
      name: nameOperation('delete', noun),
      retry: 'safe',
      errors: ['conflict', 'not-found', 'version-mismatch'],
      async handler(context, item: UpdateInput) {
        const [result] = await deleteAll(context, [item]);
        if (result === undefined) throw new Error(`Deleting a ${noun} gave no result.`);
        if (result.outcome === 'failed') throw result.refusal;
        return { id: result.id, code: result.code };
      },
    }),
    deleteMany: defineWrite({
      ...details,
      effect: 'destroy',
      name: nameOperation('delete', plural),
      retry: 'safe',
      errors: [],
      handler: async (context, { items }: DeletionsInput) => ({ results: await deleteAll(context, items) }),
    }),
  };
}

/** Hint of resources whose codes follow the general rule. */
export const CODE_HINT = localized('code-hint');
