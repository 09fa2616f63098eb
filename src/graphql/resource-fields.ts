import type { InputFieldMap, InputObjectRef, InputShapeFromFields, ObjectRef } from '@pothos/core';
import { NotFound } from '../kernel/errors.ts';
import { decodeIdOf, type IdentifiedType } from '../kernel/ids.ts';
import type { JsonValue } from '../kernel/json.ts';
import { localized } from '../kernel/problems/messages/message.ts';
import { withIndefiniteArticle } from '../kernel/text/article.ts';
import { truncateText } from '../kernel/text/truncate-text.ts';
import type {
  DeleteResult,
  KeyedPatch,
  ResourceOperations,
  UpsertResult,
  WriteResult,
} from '../platform/resource/resource-operations.ts';
import { batchArguments, defineBatchPayload } from './batch.ts';
import { builder, type PothosTypes, WRITTEN_GRANT } from './builder.ts';
import { effectsField } from './effects.graphql.ts';
import type { TypeExtensions } from './extensions.ts';
import { defineMutation } from './operation-field.ts';
import { ProblemInterface, type ProblemView, toProblemView } from './problems.ts';
import { ifVersionArgument, WriteOutcomeType } from './write-types.ts';

/** Prisma's code for a missing row that is required. */
const ROW_NOT_FOUND = 'P2025';

type WithDryRun<Answer> = Answer & { readonly dryRun: boolean };
type PayloadFields<Answer> = PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, Answer>;
type ItemResult = {
  readonly index: number;
  readonly code: string;
  readonly id: string | null;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly problem: ProblemView | null;
};

export const DeletePayload = builder.objectRef<WithDryRun<DeleteResult>>('DeletePayload').implement({
  description: 'The deleted object.',
  extensions: { view: '{ id: deletedId code }' } satisfies TypeExtensions,
  fields: (t) => ({
    deletedId: t.exposeID('id', { description: 'Id of the deleted object.' }),
    code: t.exposeString('code', { description: 'Code or SKU.' }),
    dryRun: t.exposeBoolean('dryRun', { description: 'True if this was a dry run and nothing was stored.' }),
  }),
});

const ItemResultType = builder.objectRef<ItemResult>('ResourceItemResult').implement({
  description: 'Result of one item of a batch.',
  extensions: { view: '{ index code id status: outcome }' } satisfies TypeExtensions,
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index in the input, starting at 0.' }),
    code: t.string({ description: 'Code.', resolve: ({ code }) => truncateText(code) }),
    id: t.id({
      nullable: true,
      description: 'Id of the object; null if the item failed.',
      resolve: ({ id }, _args, context) => (id === null || !context.isDryRun ? id : `dry_${id}`),
    }),
    object: t.node({
      grantScopes: WRITTEN_GRANT,
      description: 'The object after the write. In a dry run: the expected result. Null if the item failed.',
      id: ({ id }) => id,
    }),
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Outcome of the write.',
      resolve: ({ outcome }) => outcome,
    }),
    problem: t.field({
      type: ProblemInterface,
      nullable: true,
      description: 'Why the item failed; null if it did not.',
      resolve: ({ problem }) => problem,
    }),
  }),
});

const BatchPayload = defineBatchPayload('UpsertPayload', 'objects', ItemResultType, toItemResult);
builder.objectFields(BatchPayload, (t) => ({ effects: t.field(effectsField as never) }));

function toItemResult(result: UpsertResult['results'][number], index: number): ItemResult {
  const { code, outcome } = result;
  if (outcome === 'failed') return { index, code, outcome, id: null, problem: toProblemView(result.refusal) };
  return { index, code, outcome, id: result.id, problem: null };
}

/**
 * Declares `create…`, `update…`, `upsert…` and `delete…` of one kind of configuration, each from its operation, and
 * the payload that returns the object as it is after the write; further operations of the module may return it too.
 */
export function defineResourceMutations<
  Create extends object,
  Update extends object,
  Key extends InputFieldMap,
>(resource: {
  readonly type: IdentifiedType;
  /** Name of the payload's field and of the kind in descriptions: `channel`. */
  readonly noun: string;
  readonly words: { readonly one: string; readonly many: string };
  readonly operations: ResourceOperations;
  readonly node: ObjectRef<PothosTypes, unknown>;
  /** Reads the row of the written object with the selection of the response. */
  readonly find: (query: object, id: string, context: PothosTypes['Context']) => PromiseLike<unknown>;
  readonly createInput: InputObjectRef<PothosTypes, Create>;
  readonly updateInput: InputObjectRef<PothosTypes, Update>;
  /** Arguments that address one object besides `input`; `{ code }` for most. */
  readonly key: Key;
  /** Converts input and key to a patch of the document. */
  readonly toPatch: (input: Create | Update, key: InputShapeFromFields<Key> | null) => KeyedPatch;
  /** Path of the collection below `/api/v1`, and of one object in it. */
  readonly rest: { readonly collection: string; readonly one: string };
}): { readonly payload: ObjectRef<PothosTypes, WithDryRun<WriteResult>> } {
  const { operations, words } = resource;
  const input = <Shape extends object>(ref: InputObjectRef<PothosTypes, Shape>) =>
    builder.args((t) => ({
      input: t.field({ type: ref, required: true, description: `The ${words.one}.` }),
    }));
  const toItem = (entry: Create) => {
    const { ifVersion: baseVersion, ...fields } = entry as Create & { ifVersion?: number | null };
    return { patch: resource.toPatch(fields as unknown as Create, null), baseVersion };
  };
  const payload = defineWritePayload({ ...resource, nameOf: ({ code }: WriteResult) => code });
  builder.objectFields(resource.node, (t) => ({ effects: t.field(effectsField as never) }));
  defineMutation(operations.create, {
    description: `Creates ${withIndefiniteArticle(words.one)}. Fails if another ${words.one} has the code.`,
    payload,
    args: input(resource.createInput),
    input: (args) => toItem((args as { input: Create }).input).patch,
    exposure: { rest: { method: 'POST', path: resource.rest.collection, status: 201 } },
  });
  defineMutation(operations.update, {
    description: `Updates ${withIndefiniteArticle(words.one)}. Omitted fields keep their value; null clears a field.`,
    payload,
    args: { ...resource.key, ...input(resource.updateInput), ...ifVersionArgument },
    input: (args) => {
      const {
        input: fields,
        ifVersion: expectedVersion,
        ...key
      } = args as unknown as { input: Update; ifVersion?: number | null };
      return {
        patch: resource.toPatch(fields, key as InputShapeFromFields<Key>),
        ifVersion: expectedVersion,
      };
    },
    exposure: {
      rest: { method: 'PATCH', path: resource.rest.one, upsert: { field: operations.upsert.name } },
    },
  });
  defineMutation(operations.delete, {
    description: `Permanently deletes ${withIndefiniteArticle(words.one)}. Fails while other objects use it; the problem lists them.`,
    payload: DeletePayload,
    args: { ...resource.key, ...ifVersionArgument },
    input: (args) => {
      const { ifVersion: expectedVersion, ...key } = args as unknown as { ifVersion?: number | null };
      return { patch: key as KeyedPatch, ifVersion: expectedVersion };
    },
    exposure: { rest: { method: 'DELETE', path: resource.rest.one, status: 204 } },
  });
  defineMutation(operations.upsert, {
    description: `Creates and updates many ${words.many} in one transaction and returns a result for each.`,
    payload: BatchPayload,
    args: batchArguments(resource.createInput),
    input: (args) => {
      const batch = args as unknown as { items: Create[]; mode: 'upsert'; errorPolicy: 'reject_failed' };
      return { ...batch, items: batch.items.map(toItem) };
    },
    exposure: { rest: { method: 'POST', path: `${resource.rest.collection}/batch` } },
  });
  return { payload };
}

/** A kind of objects that payloads return after a write. */
interface WrittenKind<Answer> {
  readonly type: IdentifiedType;
  /** Name of the payload's field. */
  readonly noun: string;
  readonly words: { readonly one: string };
  readonly node: ObjectRef<PothosTypes, unknown>;
  /** Reads the row of an object, by its UUID, with the selection of the response. */
  readonly find: (query: object, id: string, context: PothosTypes['Context']) => PromiseLike<unknown>;
  /** Returns what sentences call a written object; its id by default. */
  readonly nameOf?: (answer: Answer) => string;
}

/** Declares `<Type>Payload { <noun>, outcome, dryRun }`: the object as it is after the write. */
export function defineWritePayload<Answer extends Pick<WriteResult, 'id' | 'outcome'>>(
  kind: WrittenKind<Answer>,
): ObjectRef<PothosTypes, WithDryRun<Answer>> {
  return defineObjectPayload<Answer>(`${kind.type}Payload`, kind, (t) => ({
    outcome: t.field({
      type: WriteOutcomeType,
      description: 'Outcome of the write.',
      resolve: ({ outcome }) => outcome,
    }),
  }));
}

/**
 * Declares a payload `{ <noun>, dryRun }`: the object as it is after the write.
 *
 * @param moreFields declares the fields between these two
 */
export function defineObjectPayload<Answer extends Pick<WriteResult, 'id'>>(
  name: string,
  kind: WrittenKind<Answer>,
  moreFields: (t: PayloadFields<WithDryRun<Answer>>) => object = () => ({}),
): ObjectRef<PothosTypes, WithDryRun<Answer>> {
  const { nameOf = ({ id }) => id } = kind;
  return builder.objectRef<WithDryRun<Answer>>(name).implement({
    description: `The ${kind.words.one} after the write.`,
    extensions: { answers: kind.noun } satisfies TypeExtensions,
    fields: (t) => ({
      [kind.noun]: t.prismaField({
        type: kind.node as never,
        grantScopes: WRITTEN_GRANT,
        description: `The ${kind.words.one} after the write. In a dry run: the expected result.`,
        resolve: async (
          query: object,
          answer: WithDryRun<Answer>,
          _args: object,
          context: PothosTypes['Context'],
        ) => {
          try {
            return (await kind.find(query, decodeIdOf(kind.type, answer.id) ?? '', context)) as never;
          } catch (error) {
            // Somebody else can delete the written object before it is returned.
            if ((error as { code?: unknown }).code !== ROW_NOT_FOUND) throw error;
            const message = localized('written-and-deleted', {
              kind: kind.words.one,
              ref: nameOf(answer),
            });
            throw new NotFound('deleted', message);
          }
        },
      } as never),
      ...moreFields(t as never),
      dryRun: t.boolean({
        description: 'True if this was a dry run and nothing was stored.',
        resolve: ({ dryRun }) => dryRun,
      }),
    }),
  }) as ObjectRef<PothosTypes, WithDryRun<Answer>>;
}

/** Returns the input's fields as a patch, with labels turned by locale; drops nothing, renames nothing. */
export function asKeyedPatch(fields: object): KeyedPatch {
  return fields as { readonly [key: string]: JsonValue | undefined } as KeyedPatch;
}
