import { foldKey } from '../../kernel/codes.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Option } from '../../platform/prisma/generated/client/client.ts';
import { optionKey } from './option-key.ts';

/** Options by set (its code in stored case, as attributes have it) and code. */
export const optionLoader = defineLoader<{ readonly optionSet: string; readonly code: string }, Option>({
  name: 'option.by_code',
  keyOf: ({ optionSet, code }) => optionKey(optionSet, code),
  async load({ prisma, session }, options) {
    const bySet = Map.groupBy(options, ({ optionSet }) => optionSet);
    const rows = await prisma.option.findMany({
      where: {
        organizationId: session.organizationId,
        OR: [...bySet].map(([optionSet, wanted]) => ({
          optionSet,
          codeKey: { in: wanted.map(({ code }) => foldKey(code)) },
        })),
      },
    });
    return new Map(rows.map((row) => [optionKey(row.optionSet, row.code), row]));
  },
});

const COUNT = defineStatement({
  name: 'option.count',
  kind: 'read',
  row: { option_set: 'text', count: 'int' },
  sql: `SELECT option_set, count(*)::int AS count FROM public.option
        WHERE organization_id = $1::uuid AND option_set = ANY($2::text[]) GROUP BY option_set`,
});

/** The number of options of a set, by the set's stored code. */
export const optionsCountLoader = defineLoader<string, number>({
  name: 'option.count',
  keyOf: foldKey,
  async load(context, sets) {
    const rows = await context.execute(COUNT, [context.session.organizationId, [...sets]]);
    return new Map(rows.map(({ option_set, count }) => [foldKey(option_set), count]));
  },
});
