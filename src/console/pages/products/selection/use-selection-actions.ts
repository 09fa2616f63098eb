import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMayEdit } from '../../../api/workspace.ts';
import type { Filter } from '../../../catalogue/actions/action-documents.ts';
import type { Change, Target } from '../../../catalogue/actions/change-products.ts';
import { targetOf } from '../../../catalogue/actions/target.ts';
import { countTicked, NO_TICKS, type Ticks } from '../../../catalogue/actions/ticks.ts';
import { useActions } from '../../../catalogue/actions/use-actions.ts';
import type { GridModel } from '../../../catalogue/columns/column-documents.ts';
import { MOST_COMPARED, writeRefs } from '../../../catalogue/products/compare-address.ts';
import { bulkChoicesQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { attributeOf, type Clause } from '../../../catalogue/search/conditions.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
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
  /** The loaded products. */
  readonly items: readonly GridProduct[];
  /** The conditions of the search; an attribute in them is what a bulk edit begins with. */
  readonly where: readonly Clause[];
  /** True if cells are staged: these are saved or discarded first. */
  readonly isHidden: boolean;
  /** Called with the filter of the ticked products, and their number. */
  readonly onExport: (filter: object, count: number) => void;
}

/** Returns what can be done with the ticked products, and the dialog that is open for it. */
export function useSelectionActions(props: SelectionProps) {
  const { ticks, onTicks, found, filter, page, model, items, where } = props;
  const attribute = attributeOf(where);
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
    /** The id of the ticked product, if it is one model. */
    modelId: items.some(({ id, type }) => type === 'MODEL' && id === only) ? only : null,
    /** The ticked products as the address of their comparison has them; null if they are too few or too many. */
    compared: comparedOf(ticks, items),
    /** The attribute that the search names; empty for none or several. */
    attribute: model.attributes.find((one) => one.code === attribute && isEditable(one))?.code ?? '',
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

function comparedOf({ isAll, ids }: Ticks, loaded: readonly GridProduct[]): string | null {
  if (isAll || ids.size < 2 || ids.size > MOST_COMPARED) return null;
  // Ticks stay while the search changes.
  return writeRefs([...ids].map((id) => loaded.find((product) => product.id === id) ?? { id, sku: id }));
}
