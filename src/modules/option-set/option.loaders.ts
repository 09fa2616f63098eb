import { foldKey } from '../../kernel/codes.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { defineLoader } from '../../platform/loader.ts';
import type { Option } from '../../platform/prisma/generated/client/client.ts';
import { defineProductsCountLoader, defineUsagesLoader } from '../../platform/resource/usages.ts';
import { optionKey } from './option-key.ts';

const BY_CODE = defineStatement<Option>({
  name: 'option.by_code',
  kind: 'read',
  prepared: true,
  row: {
    organizationId: 'text',
    id: 'text',
    optionSet: 'text',
    code: 'text',
    codeKey: 'text',
    labels: 'json',
    sortOrder: 'int',
    swatch: 'json | null',
    synonyms: 'text[]',
    active: 'boolean',
    version: 'int',
    createdAt: 'timestamp',
    updatedAt: 'timestamp',
  } as ColumnsOf<Option>,
  sql: `SELECT option.organization_id::text AS "organizationId", option.id::text AS id, option.option_set AS "optionSet",
          option.code, option.code_key AS "codeKey", option.labels, option.sort_order AS "sortOrder", option.swatch,
          option.synonyms, option.active, option.version, option.created_at AS "createdAt",
          option.updated_at AS "updatedAt"
        FROM unnest($2::text[], $3::text[]) AS wanted (option_set, code_key)
        JOIN public.option ON option.organization_id = $1::uuid AND option.option_set = wanted.option_set
          AND option.code_key = wanted.code_key`,
});

/** Loads options by set (its code in stored case, as attributes have it) and code. */
export const optionLoader = defineLoader<{ readonly optionSet: string; readonly code: string }, Option>({
  name: 'option.by_code',
  keyOf: ({ optionSet, code }) => optionKey(optionSet, code),
  async load(context, options) {
    const rows = await context.execute(BY_CODE, [
      context.session.organizationId,
      options.map(({ optionSet }) => optionSet),
      options.map(({ code }) => foldKey(code)),
    ]);
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

/** Loads the number of options of a set, by the set's stored code. */
export const optionsCountLoader = defineLoader<string, number>({
  name: 'option.count',
  keyOf: foldKey,
  async load(context, sets) {
    const rows = await context.execute(COUNT, [context.session.organizationId, [...sets]]);
    return new Map(rows.map(({ option_set, count }) => [foldKey(option_set), count]));
  },
});

/** Loads what uses options, by set and code (stored). */
export const optionUsagesLoader = defineUsagesLoader('option.usages', ['option']);

/** Loads the number of living products that have options in own values, by set and code (stored). */
export const optionProductsLoader = defineProductsCountLoader('option');
