import { Box, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { byReason } from '../../../catalogue/actions/change-products.ts';
import { t } from '../../../language/t.ts';
import { RowTable } from '../../../ui/list.tsx';
import { type ChangeContext, useChangeWords } from './change-words.tsx';
import type { EditPreview } from './preview-edit.ts';

/** Number of changes that are listed, until more are requested. */
const PAGE = 50;
/** Number of products of a reason that are listed, until more are requested. */
const OF_REASON = 20;

/** Shows all that a dry run says: the rejected products by reason, then each change; found by SKU or name. */
export function AllChanges({ preview, ...context }: ChangeContext & { readonly preview: EditPreview }) {
  const [words, setWords] = useState('');
  const [pages, setPages] = useState(1);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const isWanted = ({ sku, label }: { readonly sku: string; readonly label: string | null }) =>
    [sku, label ?? ''].some((text) => text.toLowerCase().includes(words.trim().toLowerCase()));
  const changes = preview.changes.filter(isWanted);
  const refusals = preview.refusals.filter(isWanted);
  const { titleOf, change } = useChangeWords(preview.changes, context);
  const shown = changes.slice(0, pages * PAGE);
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
      {byReason(refusals).map(([reason, products]) => {
        const isWhole = opened.includes(reason);
        return (
          <section key={reason} aria-label={reason}>
            <Text component="h3" fw={500} c="var(--error)" mb={4}>
              {products.length} · {reason}
            </Text>
            <ul className="plain-list">
              {products.slice(0, isWhole ? undefined : OF_REASON).map(({ sku, label }) => (
                <li key={sku}>
                  {label ?? sku} <span className="code quiet">{sku}</span>
                </li>
              ))}
            </ul>
            {isWhole || products.length <= OF_REASON ? null : (
              <Button size="compact-xs" variant="subtle" onClick={() => setOpened([...opened, reason])}>
                {t('Show all {count}', { count: products.length })}
              </Button>
            )}
          </section>
        );
      })}
      {changes.length === 0 && refusals.length === 0 ? <p className="quiet">{t('Nothing found.')}</p> : null}
      {changes.length === 0 ? null : (
        <RowTable
          label={t('All changes')}
          rows={shown}
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
      {shown.length < changes.length ? (
        <Button size="xs" variant="default" onClick={() => setPages(pages + 2)}>
          {t('{count} more', { count: changes.length - shown.length })}
        </Button>
      ) : null}
      {isCut ? (
        <p className="quiet">{t('The list has the first products; the counts above are of all of them.')}</p>
      ) : null}
    </Box>
  );
}
