import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type FormModel, filterGroups } from '../../../catalogue/form/form-model.ts';

/** Returns the fields that are shown, by the address: all, the missing ones, or those with a value per context. */
export function useShownFields(model: FormModel, contextCount: number) {
  const { missing, apart, field } = useSearch({ from: '/authenticated/products/$sku' });
  const navigate = useNavigate({ from: '/products/$sku' });
  const isMissing = missing === true;
  const isApart = apart === true && contextCount > 1;
  const groups = useMemo(
    () => filterGroups(model.groups, { missing: isMissing, apart: isApart }),
    [model, isMissing, isApart],
  );
  const show = (only: { readonly missing?: true | undefined; readonly apart?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...only, field: undefined }), replace: true });
  return {
    groups,
    /** The field that a link leads to. */
    field,
    isMissing,
    isApart,
    showMissing: (isOn: boolean) => show({ missing: isOn ? true : undefined }),
    showApart: (isOn: boolean) => show({ apart: isOn ? true : undefined }),
    showAll: () => show({ missing: undefined, apart: undefined }),
  };
}

export type ShownFields = ReturnType<typeof useShownFields>;
