import { Box, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { groupByReason } from '../../../catalogue/actions/change-products.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import type { EditPreview } from './preview-edit.ts';
import { type ChangeFormatterOptions, useChangeFormatter } from './use-change-formatter.tsx';

/** Number of changes that are listed, until more are requested. */
const PAGE_SIZE = 50;
/** Number of products of a reason that are listed, until more are requested. */
const MAX_PER_REASON = 20;

/** Shows all that a dry run says: the rejected products by reason, then each change; found by SKU or name. */
export function DryRunDetails({
  preview,
  ...context
}: ChangeFormatterOptions & { readonly preview: EditPreview }) {
  const [words, setWords] = useState('');
  const [pages, setPages] = useState(1);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const isWanted = ({ sku, label }: { readonly sku: string; readonly label: string | null }) =>
    [sku, label ?? ''].some((text) => text.toLowerCase().includes(words.trim().toLowerCase()));
  const changes = preview.changes.filter(isWanted);
  const rejections = preview.refusals.filter(isWanted);
  const { titleOf, change } = useChangeFormatter(preview.changes, context);
  const visibleChanges = changes.slice(0, pages * PAGE_SIZE);
  const isCut =
    preview.refusals.length < preview.failed ||
    new Set(preview.changes.map(({ sku }) => sku)).size < preview.changed;
  return (
    <Box className="all-changes" display="grid" mah="44dvh" style={{ gap: 12, overflow: 'auto' }}>
      <TextInput
        size="xs"
        type="search"
        label={t('Search by SKU or name')}
        value={words}
        onChange={({ currentTarget }) => {
          setWords(currentTarget.value);
          setPages(1);
        }}
      />
      {groupByReason(rejections).map(([reason, products]) => {
        const isWhole = opened.includes(reason);
        return (
          <section key={reason} aria-label={reason}>
            <Text component="h3" fw={500} c="var(--error)" mb={4}>
              {products.length} · {reason}
            </Text>
            <ul className="plain-list">
              {products.slice(0, isWhole ? undefined : MAX_PER_REASON).map(({ sku, label }) => (
                <li key={sku}>
                  {label ?? sku} <span className="code quiet">{sku}</span>
                </li>
              ))}
            </ul>
            {isWhole || products.length <= MAX_PER_REASON ? null : (
              <Button size="compact-xs" variant="subtle" onClick={() => setOpened([...opened, reason])}>
                {t('Show all {count}', { count: products.length })}
              </Button>
            )}
          </section>
        );
      })}
      {changes.length === 0 && rejections.length === 0 ? (
        <p className="quiet">{t('Nothing found.')}</p>
      ) : null}
      {changes.length === 0 ? null : (
        <DataTable
          label={t('All changes')}
          rows={visibleChanges}
          keyOf={({ sku, path, channel, locale }) => [sku, path, channel, locale].join(' ')}
          columns={[
            {
              title: t('Product'),
              isHeader: true,
              cell: ({ sku, label }) => (
                <>
                  {label}
                  <div className="code quiet">{sku}</div>
                </>
              ),
            },
            { title: t('Field'), cell: titleOf },
            { title: t('Change'), cell: (one) => <span className="review-change">{change(one)}</span> },
          ]}
        />
      )}
      {visibleChanges.length < changes.length ? (
        <Button size="xs" variant="default" onClick={() => setPages(pages + 2)}>
          {t('{count} more', { count: changes.length - visibleChanges.length })}
        </Button>
      ) : null}
      {isCut ? (
        <p className="quiet">{t('The list has the first products; the counts above are of all of them.')}</p>
      ) : null}
    </Box>
  );
}
