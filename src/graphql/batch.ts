import type { InputRef, ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { builder, type PothosTypes } from './builder.ts';
import type { TypeExtensions } from './extensions.ts';
import { ErrorPolicyType, MAX_BATCH_SIZE, WriteModeType } from './write-types.ts';

/** Limits the number of items in a batch. */
export const batchSize = z
  .array(z.unknown())
  .max(MAX_BATCH_SIZE, `A batch can have up to ${MAX_BATCH_SIZE} items.`);

/** Arguments of every batch write: `items`, `mode`, `errorPolicy`. */
export function batchArguments<Item>(item: InputRef<Item>, many = 'items') {
  return builder.args((t) => ({
    items: t.field({
      type: [item],
      required: true,
      description: `Up to ${MAX_BATCH_SIZE} ${many}. Later items can refer to earlier ones.`,
      validate: batchSize,
    }),
    mode: t.field({
      type: WriteModeType,
      required: true,
      defaultValue: 'upsert',
      description: 'What to do with existing and missing objects.',
    }),
    errorPolicy: t.field({
      type: ErrorPolicyType,
      required: true,
      defaultValue: 'reject_failed',
      description: 'What to do if items fail.',
    }),
  }));
}

type Outcome = 'created' | 'updated' | 'unchanged' | 'failed';

interface BatchResult<Result> {
  readonly results: readonly Result[];
  readonly dryRun: boolean;
}

/**
 * Declares the payload of a batch write: a counter per outcome, and what became of each item.
 *
 * @param many how descriptions call what is written: `products`
 */
export function defineBatchPayload<Result extends { readonly outcome: Outcome }, View>(
  name: string,
  many: string,
  item: ObjectRef<PothosTypes, View>,
  toView: (result: Result, index: number) => View,
): ObjectRef<PothosTypes, BatchResult<Result>> {
  return builder.objectRef<BatchResult<Result>>(name).implement({
    description:
      'Results of the items of a batch, in their order. The counters add up to the number of items.',
    extensions: { isBatch: true } satisfies TypeExtensions,
    fields: (t) => {
      const counter = (outcome: Outcome, description: string) =>
        t.int({
          description,
          resolve: ({ results }) => results.filter((result) => result.outcome === outcome).length,
        });
      return {
        created: counter('created', `Number of created ${many}.`),
        updated: counter('updated', `Number of updated ${many}.`),
        unchanged: counter('unchanged', `Number of unchanged ${many}.`),
        failed: counter('failed', 'Number of failed items.'),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
        results: t.field({
          type: [item],
          complexity: 0,
          description: 'One entry per item.',
          resolve: ({ results }) => results.map(toView) as never,
        }),
      };
    },
  });
}
