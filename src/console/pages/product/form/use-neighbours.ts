import { useNavigate, useSearch } from '@tanstack/react-router';
import { loadScript } from '../../../api/load-script.ts';
import type { DraftStore } from '../../../catalogue/form/draft-store.ts';
import { focusedField } from '../../../catalogue/form/field/field-focus.ts';
import { findNeighbours } from '../../../catalogue/products/last-search.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';

/** Returns the products before and after this one in the list that it was opened from, and what opens them. */
export function useNeighbours(sku: string, store: DraftStore) {
  const { missing, apart, panel } = useSearch({ from: '/authenticated/products/$sku' });
  const navigate = useNavigate({ from: '/products/$sku' });
  const beside = findNeighbours(sku);
  const open = (to: string | null | undefined) => {
    if (to === null || to === undefined)
      return notifySuccess(beside === null ? t('Open a product from a list first.') : t('No more products.'));
    const count = store.values().size;
    if (count > 0)
      notifySuccess(
        t('{count, plural, one {# change} other {# changes}} of {sku} kept in this browser, not saved.', {
          count,
          sku,
        }),
      );
    void navigate({
      to: '/products/$sku',
      params: { sku: to },
      search: { missing, apart, panel, field: focusedField() },
    });
  };
  return {
    /** Position in the list; null if the product was opened from none. */
    beside,
    openPrevious: () => open(beside?.previous),
    openNext: async () => {
      const present = findNeighbours(sku);
      if (present?.next !== undefined || present === null) return open(present?.next);
      // It is not loaded yet.
      try {
        const { findNextProduct } = await loadScript(() => import('../find-next-product.ts'));
        open(await findNextProduct(sku));
      } catch (error) {
        notifyError(error);
      }
    },
  };
}

export type Neighbours = ReturnType<typeof useNeighbours>;
