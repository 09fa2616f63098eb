import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemMessage, unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { DELETION_QUERY_KEYS } from '../../catalogue/actions/delete-product.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { bracketedCode } from '../../ui/labels/plain-label.ts';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import { RESTORE_MANY } from './restore-documents.ts';
import type { DeletedProduct } from './trash-documents.ts';

/** Products that stay deleted, each with the reason, and those that can be restored. */
interface RestoreCheck {
  readonly refused: readonly { readonly product: DeletedProduct; readonly reason: string }[];
  readonly ready: readonly DeletedProduct[];
}

/** Restores products; asks before, where some of them cannot be restored. */
export function useRestoreProducts(): {
  readonly restore: (products: readonly DeletedProduct[]) => void;
  readonly isBusy: (product: DeletedProduct) => boolean;
  readonly isPending: boolean;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<RestoreCheck | null>(null);
  const queryClient = useQueryClient();
  const restoring = useMutation({
    mutationFn: (products: readonly DeletedProduct[]) => restoreProducts(products, false),
    onSuccess: ({ ready, refused }) => {
      notifyRestored(ready);
      if (refused.length > 0) setAsked({ refused, ready: [] });
    },
    onError: notifyError,
    onSettled: () =>
      Promise.all(DELETION_QUERY_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const checking = useMutation({
    mutationFn: (products: readonly DeletedProduct[]) => restoreProducts(products, true),
    onError: notifyError,
    onSuccess: (checked) =>
      checked.refused.length === 0 ? restoring.mutate(checked.ready) : setAsked(checked),
  });
  const isPending = checking.isPending || restoring.isPending;
  const close = () => setAsked(null);
  return {
    restore: (products) => checking.mutate(products),
    isBusy: (product) =>
      (checking.isPending && checking.variables.includes(product)) ||
      (restoring.isPending && restoring.variables.includes(product)),
    isPending,
    dialog: (
      <Dialog
        title={
          asked === null
            ? null
            : t('{count, plural, one {# product} other {# products}} cannot be restored', {
                count: asked.refused.length,
              })
        }
        size="sm"
        onClose={close}
      >
        {asked === null ? null : (
          <UnrestorableProducts
            checked={asked}
            onClose={close}
            onRestore={() => {
              close();
              restoring.mutate(asked.ready);
            }}
          />
        )}
      </Dialog>
    ),
  };
}

/** Maximum number of products that one request restores. */
const MAX_BATCH_SIZE = 500;

/** Restores products, or in a dry run says what would become of each. */
async function restoreProducts(products: readonly DeletedProduct[], dryRun: boolean): Promise<RestoreCheck> {
  const rejectedProducts: RestoreCheck['refused'][number][] = [];
  const ready: DeletedProduct[] = [];
  for (let start = 0; start < products.length; start += MAX_BATCH_SIZE) {
    const batch = products.slice(start, start + MAX_BATCH_SIZE);
    const refs = batch.map(({ id }) => id);
    const { results } = unwrapPayload((await request(RESTORE_MANY, { refs, dryRun })).restoreProducts);
    for (const [index, product] of batch.entries()) {
      const problem = results[index]?.problem ?? null;
      if (problem === null) ready.push(product);
      else rejectedProducts.push({ product, reason: restoreErrorMessage(problem) });
    }
  }
  return { refused: rejectedProducts, ready };
}

/** Returns the reason why a product stays deleted, and the remedy. */
const restoreErrorMessage = (
  problem: Parameters<typeof problemMessage>[0] & { readonly code: string },
): string =>
  problem.code === 'duplicate-sku'
    ? `${problemMessage(problem)} ${t('Change the SKU of that product first.')}`
    : problemMessage(problem);

function notifyRestored(restored: readonly DeletedProduct[]): void {
  const [first] = restored;
  if (first === undefined) return;
  const count = restored.length;
  const variants = restored.reduce((sum, { variantsCount }) => sum + variantsCount, 0);
  const name = first.sku;
  notifySuccess(
    count === 1
      ? variants === 0
        ? t('{name} restored.', { name })
        : t('{name} restored with {variants, plural, one {# variant} other {# variants}}.', {
            name,
            variants,
          })
      : variants === 0
        ? t('{count, plural, one {# product} other {# products}} restored.', { count })
        : t(
            '{count, plural, one {# product} other {# products}} restored with {variants, plural, one {# variant} other {# variants}}.',
            { count, variants },
          ),
  );
}

function UnrestorableProducts(props: {
  readonly checked: RestoreCheck;
  readonly onRestore: () => void;
  readonly onClose: () => void;
}) {
  const {
    checked: { refused, ready },
    onRestore,
    onClose,
  } = props;
  return (
    <Stack>
      <ul className="plain-list">
        {refused.map(({ product: { id, sku, label }, reason }) => (
          <li key={id}>
            <Text size="sm" fw={600}>
              {bracketedCode(label) === null ? `${label} ` : ''}
              <span className="code quiet">{sku}</span>
            </Text>
            <Text size="sm">{reason}</Text>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {ready.length === 0 ? t('Close') : t('Cancel')}
        </Button>
        {ready.length === 0 ? null : (
          <Button onClick={onRestore}>{t('Restore {count}', { count: ready.length })}</Button>
        )}
      </Group>
    </Stack>
  );
}
