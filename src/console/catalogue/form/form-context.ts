import { type ComponentType, createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError } from '../../ui/messages/notifications.ts';
import type { DraftValue, ValueIssue } from './draft.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import type { ChannelLocale, FormChannel, FormObject, FormSource } from './form-source.ts';

/** Data that the fields of a form share. */
export interface FormContextValue {
  readonly source: FormSource;
  readonly store: DraftStore;
  readonly contexts: readonly ChannelLocale[];
  /** All channels, also those that are not shown. */
  readonly channels: readonly FormChannel[];
  readonly mayEdit: boolean;
  /** The model above the object, and the one above that. */
  readonly parent: FormObject['parent'];
  /** Counts attempts to save, after which fields show their faults. */
  readonly attempt: number;
  /** Shows what else there is beside the label of a field, such as its comments. */
  readonly FieldExtra?: ComponentType<{ readonly code: string; readonly label: string }>;
}

export const FormContext = createContext<FormContextValue | null>(null);

export function useFormContext(): FormContextValue {
  const form = useContext(FormContext);
  if (form === null) throw new Error('Fields are used in a form.');
  return form;
}

/** Returns the one or two contexts of the address. */
export function useChannelLocales(): readonly ChannelLocale[] {
  const { channel, locale, compare } = useViewScope();
  if (channel === null || locale === null) return [];
  return compare === null ? [{ channel, locale }] : [{ channel, locale }, compare];
}

/** The drafts of a page by person and object: its form and its drawers share them. */
export const DraftStores = createContext<Map<string, DraftStore>>(new Map());

/** Returns the draft of a person for an object, by its id and SKU or code, which the browser stores. */
export function useDraftStore(userId: string, id: string, code: string): DraftStore {
  const stores = useContext(DraftStores);
  return useMemo(() => {
    const key = `${userId} ${id}`;
    const store =
      stores.get(key) ??
      createDraftStore({ userId, id, code }, localStorage, () =>
        notifyError(new ApiError('full', t('The browser can keep no more of what you type. Save now.'))),
      );
    stores.set(key, store);
    return store;
  }, [stores, userId, id, code]);
}

/** Returns the typed value; undefined if nothing is typed. */
export const useDraftValue = (
  { store }: Pick<FormContextValue, 'store'>,
  key: string,
): DraftValue | undefined => useSyncExternalStore(store.subscribe, () => store.values().get(key));

/** Returns the reason why a value was not saved. */
export const useValueIssue = ({ store }: FormContextValue, key: string): ValueIssue | undefined =>
  useSyncExternalStore(store.subscribe, () => store.remarks().get(key));

/** Returns all typed values. */
export const useDraft = (store: DraftStore): ReadonlyMap<string, DraftValue> =>
  useSyncExternalStore(store.subscribe, store.values);

export const useValueIssues = (store: DraftStore): ReadonlyMap<string, ValueIssue> =>
  useSyncExternalStore(store.subscribe, store.remarks);
