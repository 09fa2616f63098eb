import type { InputFieldMap, InputObjectRef, InputShapeFromFields, ObjectRef, OutputRef } from '@pothos/core';
import type { ReadOperation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import type { PrismaReadContext } from '../platform/operation/context.ts';
import type { ResourceDefinition } from '../platform/resource/resource.ts';
import type { ListRequest } from '../platform/resource/resource-list.ts';
import type { KeyedPatch, ResourceOperations } from '../platform/resource/resource-operations.ts';
import type { ResourceReads, RowWithCode } from '../platform/resource/resource-reads.ts';
import { builder, type InputFields, type PothosTypes } from './builder.ts';
import type { McpExposure } from './extensions.ts';
import { LabelInput, type LabelText, toLabelPatch } from './labels.ts';
import { asKeyedPatch, defineResourceMutations } from './resource-fields.ts';
import { defineResourceQueries } from './resource-queries.ts';

/** Declares the code in the input of a creation. */
export const createCodeField = (
  t: InputFields,
  description = 'Letters, digits and `_`, up to 100 characters. Cannot change later.',
) => ({ code: t.string({ required: true, description }), ...itemVersionField(t) });

/** Declares the version of an item of a batch. */
export const itemVersionField = (t: InputFields) => ({
  ifVersion: t.int({
    description:
      'In batches and `applyModel`: version that the item is based on. It fails if one of its fields has changed since.',
  }),
});

/** Labels in the input of a creation. */
export const createLabelsField = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Labels by locale.' }),
});

/** Labels in the input of an update. */
export const updateLabelsField = (t: InputFields) => ({
  labels: t.field({ type: [LabelInput], description: 'Labels to set or remove; null removes all.' }),
});

type Delegate = { findUniqueOrThrow(query: object): PromiseLike<unknown> };
type LabelledInput = { readonly labels?: readonly LabelText[] | null | undefined };

/** Converts input and key of a write to a patch: labels by locale, the rest unchanged. */
export const toPatch = ({ labels, ...input }: LabelledInput, key: object | null): KeyedPatch =>
  asKeyedPatch({ ...input, ...key, labels: toLabelPatch(labels) });

/** Declares all root fields of a kind of configuration whose objects are addressed by code. */
export function defineResourceSchema<
  Row,
  Create extends object,
  Update extends object,
  Args extends InputFieldMap = Record<never, never>,
>(
  resource: Pick<ResourceDefinition<never>, 'type' | 'noun'> & {
    readonly store: object;
  } & ResourceOperations &
    Pick<ResourceReads<RowWithCode, never>, 'get' | 'sortFields'> & {
      readonly list: ReadOperation<
        PrismaReadContext,
        { readonly query: object } & ListRequest & InputShapeFromFields<Args>,
        unknown
      >;
    },
  graph: {
    readonly node: OutputRef<Row> & ObjectRef<PothosTypes, Row>;
    /** Connection type, for a module that needs it for other fields too. */
    readonly connection?: ObjectRef<PothosTypes, Page<Row>>;
    readonly words: { readonly one: string; readonly many: string };
    /** Description of the list that names its objects and their order. */
    readonly list: string;
    /** Description of the texts that the list is searched for; code and label by default. */
    readonly texts?: string;
    /** False if labels are not stored; true by default. */
    readonly hasLabels?: boolean;
    /** Clause that describes unused objects: "that no attribute uses"; without it the list has no such filter. */
    readonly unused?: string;
    /** Arguments of the list besides those of its pages. */
    readonly args?: Args;
    /** Path of the collection below `/api/v1`. */
    readonly path: string;
    /** The tool that reads one object. */
    readonly mcp?: McpExposure;
    readonly createInput: InputObjectRef<PothosTypes, Create>;
    readonly updateInput: InputObjectRef<PothosTypes, Update>;
    /** Converts the input; by default {@link toPatch}. */
    readonly toPatch?: (input: Create | Update, key: { readonly code: string } | null) => KeyedPatch;
  },
): ReturnType<typeof defineResourceMutations> {
  const { list, path, words, ...options } = graph;
  const { type, noun } = resource;
  defineResourceQueries({
    ...options,
    type,
    word: words.one,
    get: resource.get,
    list: resource.list,
    sortFields: resource.sortFields,
    description: list,
    path,
  });
  return defineResourceMutations({
    ...options,
    type,
    noun,
    words,
    operations: resource,
    find: (query, id, { prisma, caller }) => {
      const rows = (prisma as unknown as Readonly<Record<string, Delegate>>)[noun] as Delegate;
      const { organizationId } = caller;
      return rows.findUniqueOrThrow({ ...query, where: { organizationId_id: { organizationId, id } } });
    },
    key: builder.args((t) => ({
      code: t.string({ required: true, description: 'Code, not case-sensitive.' }),
    })),
    toPatch: graph.toPatch ?? toPatch,
    rest: { collection: path, one: `${path}/{code}` },
  });
}
