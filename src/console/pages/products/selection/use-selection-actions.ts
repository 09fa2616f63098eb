import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayEdit } from '../../../api/workspace.ts';
import type { Filter } from '../../../catalogue/actions/action-documents.ts';
import type { Change, Target } from '../../../catalogue/actions/change-products.ts';
import { targetOf } from '../../../catalogue/actions/target.ts';
import { countTicked, NO_TICKS, type Ticks } from '../../../catalogue/actions/ticks.ts';
import { useActions } from '../../../catalogue/actions/use-actions.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { bulkChoicesQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { t } from '../../../language/t.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';

export interface SelectionProps {
  readonly ticks: Ticks;
  readonly onTicks: (ticks: Ticks) => void;
  /** Number of products that the search finds. */
  readonly found: number;
  readonly filter: Filter;
  readonly jsonFilter: object;
  readonly model: GridModel;
  readonly page: { readonly channel: string; readonly locale: string };
  /** The id of the ticked product if it is one model. */
  readonly modelId: string | null;
  /** True if cells are staged: these are saved or discarded first. */
  readonly isHidden: boolean;
  /** The attribute that the search names, which a bulk edit begins with; empty for none or several. */
  readonly attribute: string;
  /** The ticked products, as the page that compares them has them in its address; null if they are too few or too many. */
  readonly compared: string | null;
  /** Called with the filter of the ticked products, and their number. */
  readonly onExport: (filter: object, count: number) => void;
}

/** Returns what can be done with the ticked products, and the dialog that is open for it. */
export function useSelectionActions({ ticks, onTicks, found, filter, page }: SelectionProps) {
  const { running, refused, forgetRefused, run, created } = useActions();
  /** The field that the bulk editor begins with; null while it is closed. */
  const [edited, setEdited] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const mayEdit = useMayEdit();
  const count = countTicked(ticks, found);
  // The fields are loaded first: text that is typed into the bulk editor before they are there would be lost.
  useQuery({ ...bulkChoicesQuery(page.locale), enabled: count > 0 && mayEdit });
  const [only = null] = ticks.ids.size === 1 ? ticks.ids : [];
  const target = targetOf(ticks, filter, found);
  const act = async (change: Change, inWords: (count: number) => string) => {
    if ((await run(target, change, inWords)) !== null) onTicks(NO_TICKS);
  };
  const askDeletion = async () => {
    try {
      const deletion = await import('../../../catalogue/actions/ask-deletion.ts');
      await deletion.askDeletion(target, page, false, () => {
        void act(null, (done) =>
          t('{count, plural, one {# product} other {# products}} deleted.', { count: done }),
        );
      });
    } catch (error) {
      notifyError(error);
    }
  };
  const edit = async (chosen: Target, patch: Change) => {
    const report = await run(chosen, patch, (changed) =>
      t('{count, plural, one {# product} other {# products}} changed.', { count: changed }),
    );
    if (report === null) return;
    setEdited(null);
    onTicks(NO_TICKS);
  };
  return {
    count,
    /** The id of the ticked product; null for several. */
    only,
    target,
    mayEdit,
    running,
    isBusy: running !== null,
    refused,
    forgetRefused,
    run,
    act,
    askDeletion,
    edit,
    edited,
    setEdited,
    created,
    isCreating,
    setIsCreating,
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;
