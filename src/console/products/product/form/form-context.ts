import { createContext, useContext, useSyncExternalStore } from 'react';
import type { DraftValue, Remark } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import type { Context, FormData, FormProduct } from './form-documents.ts';

/** What the fields of a form share. */
export interface FormScope {
  readonly store: DraftStore;
  readonly contexts: readonly Context[];
  /** All channels, also those that are not shown. */
  readonly channels: FormData['channels']['nodes'];
  readonly mayEdit: boolean;
  /** The model above the product, and the one above that. */
  readonly parent: FormProduct['parent'];
  /** Counts attempts to save, after which fields show their faults. */
  readonly attempt: number;
  /** How many open threads of comments there are about attributes, by code. */
  readonly openThreads: Readonly<Record<string, number>>;
}

export const FormContext = createContext<FormScope | null>(null);

export function useForm(): FormScope {
  const form = useContext(FormContext);
  if (form === null) throw new Error('Fields are used in a form.');
  return form;
}

/** What is typed for a value; undefined for nothing. */
export const useDraftValue = ({ store }: FormScope, key: string): DraftValue | undefined =>
  useSyncExternalStore(store.subscribe, () => store.values().get(key));

/** Why a value was not saved. */
export const useRemark = ({ store }: FormScope, key: string): Remark | undefined =>
  useSyncExternalStore(store.subscribe, () => store.remarks().get(key));

/** All that is typed. */
export const useDraft = (store: DraftStore): ReadonlyMap<string, DraftValue> =>
  useSyncExternalStore(store.subscribe, store.values);

export const useRemarks = (store: DraftStore): ReadonlyMap<string, Remark> =>
  useSyncExternalStore(store.subscribe, store.remarks);
