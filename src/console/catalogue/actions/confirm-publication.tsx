import { Text } from '@mantine/core';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { queryClient } from '../../api/query-client.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { confirmAction } from '../../ui/messages/confirm.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { ProductSelection } from './change-products.ts';
import { GapList } from './gap-list.tsx';
import { type GapSchema, gapSchemaQuery } from './gap-schema.ts';
import {
  gapChannels,
  missingValueKey,
  missingValues,
  missingValuesText,
  serializeMissingColumns,
  unguardedGaps,
} from './missing-columns.ts';

const INCOMPLETE_PRODUCTS = graphql(`
  query IncompleteProducts($filter: ProductFilter!, $channel: String, $locale: String) {
    products(first: 100, filter: $filter) {
      totalCount
      nodes {
        id sku label(channel: $channel, locale: $locale)
        completeness { channel { code } locale { code } missing }
        parent { sku }
      }
    }
  }
`);

type IncompleteProduct = ResultOf<typeof INCOMPLETE_PRODUCTS>['products']['nodes'][number];

interface Page {
  readonly channel: string;
  readonly locale: string;
}

/**
 * Asks before products are published with values missing, in channels that let them: lists what each lacks. Confirms at
 * once if they are complete.
 */
export async function confirmPublication(
  { filter }: Pick<ProductSelection, 'filter'>,
  page: Page,
  onConfirm: () => void,
): Promise<void> {
  const schema = await queryClient.fetchQuery(gapSchemaQuery(page.locale));
  const open = schema.channels.filter(({ publishGuard }) => publishGuard === 'NONE');
  if (open.length === 0) return onConfirm();
  const isIncomplete = { or: open.map(({ code: channel }) => ({ completeness: { channel, lt: 100 } })) };
  const isUnpublished = { not: { status: { eq: 'PUBLISHED' as const } } };
  const { products } = await request(INCOMPLETE_PRODUCTS, {
    filter: { and: [filter, isUnpublished, isIncomplete] },
    ...page,
  });
  const rows = toRows(products.nodes, schema);
  if (rows.length === 0) return onConfirm();
  const channels = gapChannels(
    rows.flatMap(({ gaps }) => gaps),
    schema,
  );
  const rest = products.totalCount - products.nodes.length;
  confirmAction({
    title: t('Publish with missing values?'),
    text: t('These products lack values. They become visible in {channels} without them.', { channels }),
    details: (onClose) => (
      <>
        <GapList
          label={t('Incomplete products')}
          rows={rows.map((row) => ({ ...row, note: gapNote(row, channels, schema) }))}
          page={page}
          onFollow={onClose}
        />
        {rest > 0 ? <Text c="dimmed">{t('{count} more', { count: rest })}</Text> : null}
        <TextLink
          to="/products"
          search={{
            where: [{ field: 'sku', operator: 'in', value: rows.map(({ sku }) => sku).join(',') }],
            columns: serializeMissingColumns(
              rows.flatMap(({ missing }) => missing),
              page,
            ),
          }}
          onClick={onClose}
        >
          {t('Fill in the missing values in the list')}
        </TextLink>
      </>
    ),
    verb: t('Publish anyway'),
    isDanger: false,
    onConfirm,
  });
}

/** Returns the products with what they lack; what a model lacks is not repeated at its variants. */
function toRows(products: readonly IncompleteProduct[], schema: GapSchema) {
  const rows = products.map((product) => {
    const gaps = unguardedGaps(product.completeness, schema);
    return { ...product, gaps, missing: missingValues(gaps, schema) };
  });
  const keysBySku = new Map(rows.map(({ sku, missing }) => [sku, new Set(missing.map(missingValueKey))]));
  return rows.flatMap((row) => {
    const keysAbove = keysBySku.get(row.parent?.sku ?? '');
    const missing = row.missing.filter((value) => keysAbove?.has(missingValueKey(value)) !== true);
    return missing.length === 0 ? [] : [{ ...row, missing }];
  });
}

/** Returns what a product lacks, and its channels where they are not those of all. */
function gapNote(
  { gaps, missing }: ReturnType<typeof toRows>[number],
  allChannels: string,
  schema: GapSchema,
): string {
  const text = missingValuesText(missing, schema);
  const channels = gapChannels(gaps, schema);
  return channels === allChannels ? text : `${t('Incomplete for {channels}.', { channels })} ${text}`;
}
