import type { InputFieldMap, InputShapeFromFields, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { WriteContext, WriteOperation } from '../kernel/operation.ts';
import { builder, type PothosTypes } from './builder.ts';
import type { RequestContext, WriteOptions } from './context.ts';
import type { FieldExtensions, OperationMetadata } from './extensions.ts';
import { problemTypes } from './problems.ts';
import { selectsField } from './selected-fields.ts';

/** Returns the extension through which a field describes its operation to the APIs. */
export function operationExtensions(operation: OperationMetadata): { readonly operation: OperationMetadata } {
  const { name, scope, effect, retry } = operation;
  return { operation: { name, scope, effect, retry } };
}

/** The argument by which a mutation may be sent twice and is done once. */
export const idempotencyKeyArgument = builder.args((t) => ({
  idempotencyKey: t.string({
    description:
      'A key of up to 255 characters. Repeating the same request with the same key within 24 hours has no further effect.',
    validate: z.string().max(255),
  }),
}));

const capitalize = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`;

/**
 * Declares the mutation of a writing operation. Scope, name, rejections and `dryRun` (and `idempotencyKey`, where the
 * operation is retried with a key) come from the operation; the field adds types and descriptions.
 */
export function defineMutation<Args extends InputFieldMap, Input, Output extends object>(
  operation: WriteOperation<WriteContext, Input, Output>,
  field: {
    readonly description: string;
    readonly payload: ObjectRef<PothosTypes, Output & { readonly dryRun: boolean }>;
    readonly args: Args;
    /** Turns the field's arguments into the operation's input; few need more of the request. */
    readonly input: (args: InputShapeFromFields<Args>, context: RequestContext) => Input | Promise<Input>;
    /** Gives back what `input` has taken, whatever the end of the operation. */
    readonly release?: (input: Input) => Promise<void>;
    readonly exposure?: Omit<FieldExtensions, 'operation'>;
    /** False for the few operations that cannot be tried without effect. */
    readonly dryRun?: false;
    /** Returns the input that a dry run tries, where the input says whether it is one; null if it is none. */
    readonly dryRunOf?: (input: Input) => Input | null;
  },
): void {
  const options = builder.args((t) => ({
    ...(field.dryRun === false
      ? {}
      : {
          dryRun: t.boolean({
            required: true,
            defaultValue: false,
            description:
              'If true, returns what would happen and stores nothing. Ids in the response begin with `dry_`.',
          }),
        }),
  }));
  builder.mutationField(operation.name, (t) =>
    t.field({
      type: field.payload as never,
      description: field.description,
      args: { ...field.args, ...options, ...(operation.retry === 'with-key' ? idempotencyKeyArgument : {}) },
      authScopes: { holds: operation.scope },
      extensions: { ...operationExtensions(operation), ...field.exposure },
      errors: {
        types: problemTypes(operation.errors) as never,
        directResult: true,
        union: {
          name: `${capitalize(operation.name)}Result`,
          description: `Result of \`${operation.name}\`.`,
        },
      },
      resolve: async (
        _root: object,
        args: WriteOptions,
        context: RequestContext,
        info: GraphQLResolveInfo,
      ) => {
        const { dryRun, idempotencyKey, ...own } = args;
        const input = await field.input(own as unknown as InputShapeFromFields<Args>, context);
        try {
          const previewed = dryRun === true ? input : (field.dryRunOf?.(input) ?? null);
          const effectsOf = previewed !== null && selectsField(info, 'effects') ? previewed : null;
          return (await context.write(operation, input, { dryRun, idempotencyKey, effectsOf })) as never;
        } finally {
          await field.release?.(input);
        }
      },
    } as never),
  );
}
