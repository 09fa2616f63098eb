import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { ProductsDialog } from '../../../catalogue/search/search-params.ts';

/**
 * Opens a dialog that the address requests, once there are products for it, and takes it out of the address.
 *
 * @param hasProducts false until products are found
 */
export function useRequestedDialog(dialog: ProductsDialog, hasProducts: boolean, open: () => void): void {
  const isRequested = useSearch({ from: '/authenticated/products' }).open === dialog;
  const navigate = useNavigate({ from: '/products' });
  const openOnce = useEffectEvent(() => {
    open();
    void navigate({ search: (before) => ({ ...before, open: undefined }), replace: true });
  });
  useEffect(() => {
    if (isRequested && hasProducts) openOnce();
  }, [isRequested, hasProducts]);
}
