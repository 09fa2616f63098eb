import { foldKey } from '../../kernel/codes.ts';
import { defineRead } from '../../kernel/operation.ts';
import type { ListIdentity, Page } from '../../kernel/page.ts';
import type { PrismaReadContext } from '../../platform/operation/context.ts';
import { type PageRequest, pageSize } from '../../platform/operation/keyset-page.ts';
import type { Option } from '../../platform/prisma/generated/client/client.ts';
import { defineResourceOperations } from '../../platform/resource/resource-operations.ts';
import { localeChainLoader } from '../locale/index.ts';
import { optionResource } from './option.resource.ts';
import { countOptions, findOptions, type OptionSelection } from './option-list.store.ts';
import type { OptionOrder } from './option-set.resource.ts';

export const {
  create: createOption,
  update: updateOption,
  upsert: upsertOptions,
  delete: deleteOption,
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

export interface OptionListInput extends PageRequest {
  /** Code (stored case) and order of the set whose options are listed. */
  readonly set: { readonly code: string; readonly sort: string };
  readonly active?: boolean | null | undefined;
  /** Part of a code, label or synonym, in any case. */
  readonly search?: string | null | undefined;
  /** Locale of the labels that a set sorted by label is sorted by; by default the organization's. */
  readonly locale?: string | null | undefined;
  readonly query: object;
}

/** Returns the options of a set in the set's own order. */
export const listOptions = defineRead({
  name: 'listOptions',
  scope: optionResource.scopes.read,
  errors: [],
  handler: async (context: PrismaReadContext, input: OptionListInput): Promise<Page<Option>> => {
    const { organizationId } = context.session;
    const size = pageSize(input.first);
    const selection = await toSelection(context, input);
    const identity = JSON.parse(JSON.stringify(['options', selection])) as ListIdentity;
    const { after = null } = input;
    const position = after === null ? null : context.cursors.decode(after, identity);
    const optionPositions = await findOptions(context, organizationId, selection, position, size + 1);
    const listed = optionPositions.slice(0, size);
    const rows = await context.prisma.option.findMany({
      ...input.query,
      where: { organizationId, id: { in: listed.map(({ id }) => id) } },
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    // One that was deleted since it was found takes its position with it.
    const listedOptions = listed.flatMap(({ id, position: at }) => {
      const option = byId.get(id);
      return option === undefined ? [] : [{ option, at }];
    });
    return {
      items: listedOptions.map(({ option }) => option),
      cursorAt: (index) => context.cursors.encode(listedOptions[index]?.at ?? [], identity),
      hasNextPage: optionPositions.length > size,
      count: () => countOptions(context, organizationId, selection),
    };
  },
});

async function toSelection(context: PrismaReadContext, input: OptionListInput): Promise<OptionSelection> {
  const { set, active = null, search = null, locale } = input;
  const sort = set.sort as OptionOrder;
  const chain = sort === 'label' ? await localeChainLoader.load(context, [locale ?? '']) : new Map();
  const locales: readonly string[] = chain.get(localeChainLoader.keyOf(locale ?? '')) ?? [];
  return { optionSet: set.code, sort, locales, active, query: search };
}
