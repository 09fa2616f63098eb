import { useRef } from 'react';
import type { Draft } from '../config-page-types.ts';
import { useDraft } from '../use-draft.ts';

/**
 * Returns a draft whose changes are taken back one by one, while the page is open.
 *
 * @param object kind and code of the object
 */
export function useDraftSteps(object: string) {
  const [draft, setDraft] = useDraft(object);
  const previousDrafts = useRef<readonly Draft[]>([]);
  return {
    draft,
    change: (changeDraft: (draft: Draft) => Draft) =>
      setDraft((old) => {
        previousDrafts.current = [...previousDrafts.current, old];
        return changeDraft(old);
      }),
    /** Takes the last change back; returns false if there is none. */
    stepBack: () => {
      const previous = previousDrafts.current.at(-1);
      if (previous === undefined) return false;
      previousDrafts.current = previousDrafts.current.slice(0, -1);
      setDraft(() => previous);
      return true;
    },
    /** Empties the draft for good. */
    clear: () => {
      previousDrafts.current = [];
      setDraft(() => ({}));
    },
  };
}
