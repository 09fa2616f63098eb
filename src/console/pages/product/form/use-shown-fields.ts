import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type FormModel, filterGroups } from '../../../catalogue/form/form-model.ts';
import type { ChannelLocale } from '../../../catalogue/form/form-source.ts';

/**
 * Returns the fields that are shown, by the address: all, the missing ones, or those with a value per context. Where none
 * was missing when the product was opened, all are shown, and no field takes the focus.
 */
export function useShownFields(model: FormModel, productId: string, contexts: readonly ChannelLocale[]) {
  const { missing, apart, field } = useSearch({ from: '/authenticated/products/$sku' });
  const navigate = useNavigate({ from: '/products/$sku' });
  const wasComplete = useCompleteWhenOpened(model, productId, contexts);
  const isMissing = missing === true && !wasComplete.value;
  const isApart = apart === true && contexts.length > 1;
  const groups = useMemo(
    () => filterGroups(model.groups, { missing: isMissing, apart: isApart }),
    [model, isMissing, isApart],
  );
  const show = (only: { readonly missing?: true | undefined; readonly apart?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...only, field: undefined }), replace: true });
  return {
    groups,
    /** The field that a link leads to. */
    field: missing === true && wasComplete.value ? undefined : field,
    isMissing,
    isApart,
    showMissing: (isOn: boolean) => {
      wasComplete.forget();
      show({ missing: isOn ? true : undefined });
    },
    showApart: (isOn: boolean) => show({ apart: isOn ? true : undefined }),
    showAll: () => show({ missing: undefined, apart: undefined }),
  };
}

export type ShownFields = ReturnType<typeof useShownFields>;

/**
 * Returns true if no field was missing when the product was opened in these contexts. A value that is filled in, or removed,
 * does not change that, so that the fields stay where they are.
 */
function useCompleteWhenOpened(model: FormModel, productId: string, contexts: readonly ChannelLocale[]) {
  const key = [productId, ...contexts.flatMap(({ channel, locale }) => [channel.code, locale.code])].join(
    ' ',
  );
  const isComplete = filterGroups(model.groups, { missing: true, apart: false }).length === 0;
  const [opened, setOpened] = useState({ key, isComplete });
  if (opened.key !== key) setOpened({ key, isComplete });
  return {
    value: opened.key === key ? opened.isComplete : isComplete,
    forget: () => setOpened({ key, isComplete: false }),
  };
}
