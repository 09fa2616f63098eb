import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadScript } from '../../../api/load-script.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import type { ProductFilter } from '../../../catalogue/actions/action-documents.ts';
import type { BulkChange, ProductSelection } from '../../../catalogue/actions/change-products.ts';
import { toProductSelection } from '../../../catalogue/actions/product-selection.ts';
import {
  ALL_ROWS,
  countSelected,
  NO_ROWS,
  type RowSelection,
} from '../../../catalogue/actions/row-selection.ts';
import { useBulkActions } from '../../../catalogue/actions/use-bulk-actions.ts';
import type { GridSchema } from '../../../catalogue/columns/column-documents.ts';
import { MAX_COMPARED_PRODUCTS, serializeRefs } from '../../../catalogue/products/compare-search-params.ts';
import { bulkEditOptionsQuery } from '../../../catalogue/properties/bulk-documents.ts';
import { type Clause, soleAttribute } from '../../../catalogue/search/conditions.ts';
import type { GridProduct } from '../../../catalogue/search/grid-documents.ts';
import { isEditable } from '../../../catalogue/values/cell-value.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { TEXTS_FIELD } from '../bulk/translatable-attributes.ts';
import { useRequestedDialog } from '../grid/use-requested-dialog.ts';

export interface SelectionProps {
  readonly ticks: RowSelection;
  readonly onTicks: (ticks: RowSelection) => void;
  /** Number of products that the search finds. */
  readonly totalCount: number;
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

/** Dialog that the bar opens: the bulk editor, which begins with a field or with none, or the form for variants. */
type SelectionDialog = { readonly field: string } | 'variants';

/** Returns what can be done with the ticked products, and the dialog that is open for it. */
export function useSelectionActions(props: SelectionProps) {
  const { ticks, onTicks, totalCount, filter, page, items } = props;
  const { running, refused, forgetRefused, run, publish, created } = useBulkActions();
  const [opened, open] = useState<SelectionDialog | null>(null);
  const mayEdit = useCanEdit();
  const count = countSelected(ticks, totalCount);
  // The fields are loaded first: text that is typed into the bulk editor before they are there would be lost.
  useQuery({ ...bulkEditOptionsQuery(page.locale), enabled: count > 0 && mayEdit });
  const [only = null] = ticks.ids.size === 1 ? ticks.ids : [];
  const target = toProductSelection(ticks, filter, totalCount);
  useRequestedDialog('copy-texts', mayEdit && totalCount > 0, () => {
    onTicks(ALL_ROWS);
    open({ field: TEXTS_FIELD });
  });
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
    open(null);
    onTicks(NO_ROWS);
  };
  return {
    count,
    /** The id of the ticked product, if it is one model. */
    modelId: items.some(({ id, type }) => type === 'MODEL' && id === only) ? only : null,
    target,
    mayEdit,
    /** Progress of the action that runs; null while none does. */
    running,
    refused,
    forgetRefused,
    act,
    /** Publishes products: the ticked ones, or others. */
    publish: (products = target) => void publish(products, page, () => onTicks(NO_ROWS)),
    askDeletion,
    edit,
    created,
    /** It is null while no dialog is open. */
    opened,
    open,
  };
}

export type SelectionActions = ReturnType<typeof useSelectionActions>;

/** Returns the ticked products as the address of their comparison has them; null if they are too few or too many. */
export function compareRefs({ ticks: { isAll, ids }, items }: SelectionProps): string | null {
  if (isAll || ids.size < 2 || ids.size > MAX_COMPARED_PRODUCTS) return null;
  // Ticks stay while the search changes.
  return serializeRefs([...ids].map((id) => items.find((product) => product.id === id) ?? { id, sku: id }));
}

/** Returns the attribute that the search names, if it can be edited; empty for none or several. */
export function searchedAttribute({ model, where }: SelectionProps): string {
  const code = soleAttribute(where);
  return model.attributes.find((one) => one.code === code && isEditable(one))?.code ?? '';
}
