import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadScript } from '../../../api/load-script.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import type { ProductFilter } from '../../../catalogue/actions/action-documents.ts';
import type { BulkChange, ProductSelection } from '../../../catalogue/actions/change-products.ts';
import { toProductSelection } from '../../../catalogue/actions/product-selection.ts';
import { countSelected, NO_ROWS, type RowSelection } from '../../../catalogue/actions/row-selection.ts';
import { useBulkActions } from '../../../catalogue/actions/use-bulk-actions.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { MAX_COMPARED_PRODUCTS, serializeRefs } from '../../../catalogue/products/compare-search-params.ts';
import { bulkEditOptionsQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { type Clause, soleAttribute } from '../../../catalogue/search/conditions.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';

export interface SelectionProps {
  readonly ticks: RowSelection;
  readonly onTicks: (ticks: RowSelection) => void;
  /** Number of products that the search finds. */
  readonly found: number;
  readonly filter: ProductFilter;
  readonly jsonFilter: object;
  readonly model: GridSchema;
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
  const attribute = soleAttribute(where);
  const { running, refused, forgetRefused, run, created } = useBulkActions();
  /** The field that the bulk editor begins with; null while it is closed. */
  const [edited, setEdited] = useState<string | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const mayEdit = useCanEdit();
  const count = countSelected(ticks, found);
  // The fields are loaded first: text that is typed into the bulk editor before they are there would be lost.
  useQuery({ ...bulkEditOptionsQuery(page.locale), enabled: count > 0 && mayEdit });
  const [only = null] = ticks.ids.size === 1 ? ticks.ids : [];
  const target = toProductSelection(ticks, filter, found);
  const act = async (change: BulkChange, inWords: (count: number) => string) => {
    if ((await run(target, change, inWords)) !== null) onTicks(NO_ROWS);
  };
  const askDeletion = async () => {
    try {
      const { confirmDeletion } = await loadScript(
        () => import('../../../catalogue/actions/confirm-deletion.ts'),
      );
      await confirmDeletion(target, page, false, () => {
        void act(null, (done) =>
          t('{count, plural, one {# product} other {# products}} deleted.', { count: done }),
        );
      });
    } catch (error) {
      notifyError(error);
    }
  };
  const edit = async (targets: ProductSelection, patch: BulkChange) => {
    const report = await run(targets, patch, (changed) =>
      t('{count, plural, one {# product} other {# products}} changed.', { count: changed }),
    );
    if (report === null) return;
    setEdited(null);
    onTicks(NO_ROWS);
  };
  return {
    count,
    /** The id of the ticked product, if it is one model. */
    modelId: items.some(({ id, type }) => type === 'MODEL' && id === only) ? only : null,
    /** The ticked products as the address of their comparison has them; null if they are too few or too many. */
    compared: compareRefs(ticks, items),
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

function compareRefs({ isAll, ids }: RowSelection, loaded: readonly GridProduct[]): string | null {
  if (isAll || ids.size < 2 || ids.size > MAX_COMPARED_PRODUCTS) return null;
  // Ticks stay while the search changes.
  return serializeRefs([...ids].map((id) => loaded.find((product) => product.id === id) ?? { id, sku: id }));
}
