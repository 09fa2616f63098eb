import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import type { GridSchema } from '../columns/column-documents.ts';
import { REJECTED_PRODUCTS } from './action-documents.ts';
import { type ChangeResult, groupByReason } from './change-products.ts';
import { GapList } from './gap-list.tsx';
import { missingValues, missingValuesText, serializeMissingColumns } from './missing-columns.ts';

interface Page {
  readonly channel: string;
  readonly locale: string;
}

/** Shows the products that an action rejected, by reason, and links to their repair. */
export function RejectionReport(props: {
  /** It is null while there is nothing to show. */
  readonly report: ChangeResult | null;
  readonly model: GridSchema;
  readonly page: Page;
  readonly onClose: () => void;
  /**
   * Called with the ids of products and of the models above them, to publish them together; undefined where that is not
   * possible.
   */
  readonly onPublish?: (ids: readonly string[]) => void;
}) {
  const { report, onClose } = props;
  const title =
    report === null
      ? null
      : t('{count, plural, one {# product was} other {# products were}} not changed', {
          count: report.failed,
        });
  return (
    <Dialog title={title} onClose={onClose}>
      {report === null ? null : <RejectedProducts {...props} report={report} />}
    </Dialog>
  );
}

function RejectedProducts(props: {
  readonly report: ChangeResult;
  readonly model: GridSchema;
  readonly page: Page;
  readonly onClose: () => void;
  readonly onPublish?: (ids: readonly string[]) => void;
}) {
  const { report, model, page, onClose, onPublish } = props;
  const navigate = useNavigate();
  const { refusals } = report;
  const skus = refusals.map(({ sku }) => sku);
  const query = useQuery({
    queryKey: ['refused products', skus, page],
    queryFn: async ({ signal }) =>
      (await request(REJECTED_PRODUCTS, { skus: skus.slice(0, 100), ...page }, signal)).products.nodes,
  });
  const isGap = (sku: string) =>
    refusals.some((rejection) => rejection.sku === sku && rejection.code === 'not-publishable');
  const groups = [
    // Missing values are listed for each product.
    [null, refusals.filter(({ sku }) => isGap(sku))] as const,
    ...groupByReason(refusals.filter(({ sku }) => !isGap(sku))),
  ].filter(([, members]) => members.length > 0);
  return (
    <Stack>
      <QueryResult query={query} what={t('products')}>
        {(products) => {
          const rows = products.map((product) => {
            const rejection = refusals.find(({ sku }) => sku === product.sku);
            const gaps = rejection?.gaps ?? product.completeness;
            return {
              ...product,
              gaps,
              reason: rejection?.reason,
              missing: isGap(product.sku) ? missingValues(gaps, model) : [],
            };
          });
          const columns = serializeMissingColumns(
            rows.flatMap(({ missing }) => missing),
            page,
          );
          const hasGaps = rows.some(({ missing }) => missing.length > 0);
          const waiting = products.filter(({ sku, status }) => isGap(sku) && status !== 'PUBLISHED');
          const families = waiting.flatMap(({ id, parent }) => {
            const above = unpublished(parent);
            // A model that misses something is rejected again.
            const isHeld = rows.some((row) => above.includes(row.id) && row.missing.length > 0);
            return onPublish === undefined || above.length === 0 || isHeld ? [] : [...above, id];
          });
          const open = () => {
            onClose();
            const where = [{ field: 'sku', operator: 'in', value: rows.map(({ sku }) => sku).join(',') }];
            if (rows.some(({ status }) => status === 'ARCHIVED'))
              where.push({ field: 'status', operator: 'in', value: 'draft,in_review,published,archived' });
            void navigate({ to: '/products', search: { where, ...(hasGaps ? { columns } : {}) } });
          };
          return (
            <>
              {groups.map(([shared, members]) => (
                <section key={shared} className="refused-group">
                  {shared === null ? null : (
                    <Text size="sm">
                      <strong>{members.length}</strong> · {shared}
                    </Text>
                  )}
                  <GapList
                    label={shared ?? t('Refused products')}
                    rows={rows
                      .filter((row) => members.some(({ sku }) => sku === row.sku))
                      .map(({ reason, missing, ...row }) => ({
                        ...row,
                        note:
                          missing.length > 0
                            ? missingValuesText(missing, model)
                            : shared === null
                              ? (reason ?? null)
                              : null,
                      }))}
                    page={page}
                    onFollow={onClose}
                  />
                </section>
              ))}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  {t('Close')}
                </Button>
                <Button
                  data-autofocus={families.length === 0 || undefined}
                  variant={families.length === 0 ? 'filled' : 'default'}
                  onClick={open}
                >
                  {t('Open the {count}', { count: products.length })}
                </Button>
                {families.length === 0 ? null : (
                  <Button data-autofocus onClick={() => onPublish?.([...new Set(families)])}>
                    {t('Publish with their models')}
                  </Button>
                )}
              </Group>
            </>
          );
        }}
      </QueryResult>
    </Stack>
  );
}

interface ParentModel {
  readonly id: string;
  readonly status: string;
  readonly parent?: ParentModel | null;
}

/** Returns the ids of the models above a product that are not published. */
const unpublished = (model: ParentModel | null | undefined): readonly string[] =>
  model === null || model === undefined
    ? []
    : [...unpublished(model.parent), ...(model.status === 'PUBLISHED' ? [] : [model.id])];
