import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { notifyError } from '../../ui/messages/notifications.ts';
import { MODEL_DRAFTS } from '../values/unsaved-values.ts';
import type { Draft } from './config-page-types.ts';
import { withDraftChange } from './draft.ts';

function readDraft(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Draft) : {};
  } catch {
    return {};
  }
}

function storeDraft(key: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    notifyError(new ApiError('full', t('The browser can keep no more of what you type. Save now.')));
  }
}

/**
 * Returns what a person typed for an object and did not save. The browser stores it with every change, until it is saved
 * or discarded. Two windows share the stored draft, and each writes only its own changes.
 *
 * @param object kind and code of the object
 */
export function useDraft(object: string): readonly [Draft, (change: (draft: Draft) => Draft) => void] {
  const me = useQuery(meQuery).data;
  const key = `${MODEL_DRAFTS} ${me?.organization.id ?? ''} ${me?.user?.id ?? ''} ${object}`;
  const current = useRef({ key, draft: NONE });
  const [, setChanges] = useState(0);
  if (current.current.key !== key || current.current.draft === NONE)
    current.current = { key, draft: readDraft(key) };
  return [
    current.current.draft,
    (change) => {
      const before = current.current.draft;
      const draft = change(before);
      current.current = { key, draft };
      storeDraft(key, withDraftChange(readDraft(key), before, draft));
      setChanges((count) => count + 1);
    },
  ];
}

/** Returns the name under which rows that are pasted to create objects of a kind are stored. */
export const pastedTable = (kind: string): string => `${kind} table`;

/** Stands for a draft that is not read yet. */
const NONE: Draft = {};
