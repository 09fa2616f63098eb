import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import type { Option } from '../../platform/prisma/generated/client/client.ts';
import {
  equalTo,
  type ListedKind,
  type ListRequest,
  listResources,
} from '../../platform/resource/resource-list.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { optionResource } from './option.resource.ts';
import type { OptionOrder } from './option-set.resource.ts';

export const {
  create: createOption,
  update: updateOption,
  upsert: upsertOptions,
  delete: deleteOption,
  deleteMany: deleteOptions,
} = defineResourceOperations(optionResource);

/** Returns one option by its set and code, or null. */
export const getOption = defineRead({
  name: 'getOption',
  scope: optionResource.scopes.read,
  errors: [],
  handler: (
    { prisma, session }: PrismaReadContext,
    { optionSet, code, query }: { optionSet: string; code: string; query: object },
  ) =>
    prisma.option.findFirst({
      ...query,
      where: {
        organizationId: session.organizationId,
        codeKey: foldKey(code),
        set: { codeKey: foldKey(optionSet) },
      },
    }),
});

export interface OptionFilter {
  /** Code (stored case) and order of the set whose options are listed. */
  readonly set: { readonly code: string; readonly sort: string };
  readonly active?: boolean | null | undefined;
}

const SORT_BY_ORDER = { manual: 'position', code: 'code', label: 'label' } as const;

const OPTION_LIST: ListedKind<OptionFilter> = {
  name: 'options',
  table: 'option',
  position: ['sort_order'],
  owner: 'option_set',
  defaultSort: ({ set }) => SORT_BY_ORDER[set.sort as OptionOrder],
  texts: 'jsonb_build_array(labels, synonyms)',
  where: ({ set, active }, parameters) => [
    ...equalTo('option_set', set.code, 'text', parameters),
    ...equalTo('active', active, 'boolean', parameters),
  ],
};

/** Returns the options of a set, in the set's own order unless another is requested. */
export const listOptions = defineRead({
  name: 'listOptions',
  scope: optionResource.scopes.read,
  errors: [],
  handler: (
    context: PrismaReadContext,
    { set: { code, sort }, ...input }: ListRequest & OptionFilter & { readonly query: object },
  ): Promise<Page<Option>> =>
    listResources(context, OPTION_LIST, context.prisma.option, { ...input, set: { code, sort } }),
});
