import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Failure, messageOf } from '../../../../api/failure.ts';
import { requestWithId } from '../../../../api/request.ts';
import { recheckAccess } from '../../../../api/workspace.ts';
import type { GridModel } from '../../../../catalogue/columns/column-documents.ts';
import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { type Saved, undoSaved } from '../../../../catalogue/undo/undo-saved.ts';
import { useUndo } from '../../../../catalogue/undo/use-undo.ts';
import { isEditable, parseCell } from '../../../../catalogue/values/cell-value.ts';
import { optionsQuery } from '../../../../catalogue/values/options-query.ts';
import { explain } from '../../../../language/explain.ts';
import { inOneList } from '../../../../language/in-one-list.ts';
import { formatTag, t } from '../../../../language/t.ts';
import { notifyError, notifySuccess } from '../../../../ui/messages/notifications.ts';
import { showToast } from '../../../../ui/messages/toasts.tsx';
import type { CellInput } from '../cells/cell-editor.tsx';
import { whyNotHere } from '../cells/not-here.ts';
import { findValue, isInherited, stateOf, textOf } from '../cells/read-row.ts';
import { BELOW } from '../levels/family-rows.ts';
import { SET_ROW_STATUS } from './edit-documents.ts';
import type { CellOwner } from './kept-cells.ts';
import { findLeaving } from './leaving.ts';
import { checkCells, saveCells } from './save-cells.ts';
import { keyOfCell, overMet, refuse, type StagedCell, split, stage, unstage } from './staged-cells.ts';
import { putBack, type StagedStep, takeBack, toStep } from './staged-steps.ts';
import { useSaving } from './use-saving.ts';
import { useStagedCells } from './use-staged-cells.ts';

/** Returns the values that a product misses to be published; the code for it is fetched with the first rejection. */
const missingOf = async (ref: string) =>
  (await import('../../../../catalogue/live/find-missing.ts')).findMissing(ref);

/** Maximum number of reasons of a rejection that a message names. */
const REASONS = 3;

interface Page {
  readonly nodes: readonly GridProduct[];
}

/** A text for a cell, of a paste, a fill or a deletion. */
export interface NewText {
  readonly product: GridProduct;
  readonly column: GridColumn;
  readonly text: string;
}

/** Returns the changes of the grid: one cell is saved at once, several are staged; what was saved can be undone. */
export function useEdits(
  queryKey: QueryKey,
  row: RowVariables,
  { owner, model }: { readonly owner: CellOwner; readonly model: GridModel },
) {
  const queryClient = useQueryClient();
  const { staged, change: setStaged, keptCount, isFull } = useStagedCells(owner, model, row);
  const [checking, setChecking] = useState(0);
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const saving = useSaving();
  const { undoable, undo: undoSavedLast, redoSaved, forgetUndone } = useUndo();
  /** Functions that put back staged changes that were taken back, the last one first; a new edit ends them. */
  const redoable = useRef<(() => void)[]>([]);
  /** Staged steps, oldest first. */
  const steps = useRef<readonly StagedStep[]>([]);
  /** Texts that were typed or pasted and are not staged or saved yet: undoing waits for them. */
  const pending = useRef(new Set<Promise<unknown>>());
  /** Cells that were to be saved when there was no connection. */
  const unsent = useRef<readonly StagedCell[]>([]);

  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname &&
      !window.confirm(t('Leave without saving? Your changes are lost.')),
    disabled: staged.size === 0 || !isFull,
  });

  const show = (products: readonly GridProduct[]) => {
    const byId = new Map(products.map((product) => [product.id, product]));
    queryClient.setQueryData<InfiniteData<Page>>(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            nodes: page.nodes.map((product) => byId.get(product.id) ?? product),
          })),
        },
    );
    queryClient.setQueriesData<readonly GridProduct[]>({ queryKey: BELOW }, (rows) =>
      rows?.map((product) => byId.get(product.id) ?? product),
    );
  };
  /** Asks again for what depends on saved products: variants of models, their pages, their counts. */
  const refresh = (products: readonly GridProduct[]) => {
    void queryClient.invalidateQueries({ queryKey: ['product'], refetchType: 'none' });
    void queryClient.invalidateQueries({ queryKey: ['product facets'] });
    const isAbove = products.some(({ type }) => type === 'MODEL');
    if (isAbove) void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
  };

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const all = pending.current;
    all.add(work);
    const forget = () => all.delete(work);
    work.then(forget, forget);
    return work;
  };
  const stageStep = (cells: readonly StagedCell[]) =>
    setStaged((before) => {
      steps.current = [...steps.current, toStep(before, cells)];
      return stage(before, cells);
    });

  /** Takes back what was staged last; false if nothing is staged. */
  const unstageLast = (): boolean => {
    let taken: StagedStep | null = null;
    setStaged((before) => {
      const found = takeBack(before, steps.current);
      if (found === null) return before;
      taken = found.step;
      steps.current = found.steps;
      return found.staged;
    });
    const step: StagedStep | null = taken;
    if (step === null) return false;
    const { length: count } = step as StagedStep;
    const back = () =>
      setStaged((before) => {
        steps.current = [...steps.current, step];
        return putBack(before, step);
      });
    redoable.current.push(back);
    notifySuccess(t('{count, plural, one {# unsaved cell} other {# unsaved cells}} taken back.', { count }), {
      label: t('Put back'),
      run: () => {
        redoable.current = redoable.current.filter((one) => one !== back);
        back();
      },
    });
    return true;
  };

  /** Takes back what is staged, step by step; if nothing is, what was saved last. */
  const undo = async () => {
    while (pending.current.size > 0) await Promise.allSettled([...pending.current]);
    if (!unstageLast()) await undoSavedLast();
  };

  /** Returns the button that undoes saved values. */
  const undoOf = (saved: Saved) => undoable(() => undoSaved(saved));

  /** Puts back what was undone last: what was saved before what was staged. */
  const redo = async () => {
    while (pending.current.size > 0) await Promise.allSettled([...pending.current]);
    if (await redoSaved()) return;
    const back = redoable.current.pop();
    if (back === undefined) return notifySuccess(t('Nothing to redo.'));
    back();
  };
  const endRedo = () => {
    redoable.current = [];
    forgetUndone();
  };

  const save = (cells: readonly StagedCell[]) => track(saveNow(cells));
  const saveNow = async (cells: readonly StagedCell[]) => {
    const products: GridProduct[] = [];
    try {
      const [first] = cells;
      const leaving = cells.length === 1 && first?.text === '' ? await findLeaving(cells) : [];
      const report = await saveCells(cells, row, (saved, done) => {
        show(saved);
        products.push(...saved);
        if (cells.length > 1) setProgress({ done, total: cells.length });
      });
      setStaged((before) => refuse(unstage(before, report.saved), report.refused));
      // An attribute or an option may have been deleted.
      if (report.refused.length > 0) void queryClient.invalidateQueries({ queryKey: ['grid model'] });
      const { requestIds } = report;
      const action = requestIds.length === 0 ? undefined : undoOf({ requestIds, count: report.saved.length });
      if (report.saved.length > 0) {
        const [only] = report.saved;
        const left = leaving.map(({ places }) =>
          t('No longer live in {places}.', { places: inOneList(places) }),
        );
        const words =
          report.saved.length === 1 && only !== undefined
            ? t('{column} of {sku} saved.', { column: nameOf(only.column), sku: only.sku })
            : t('{count, plural, one {# cell} other {# cells}} saved.', { count: report.saved.length });
        notifySuccess([words, ...left].join(' '), action);
      }
      return report.refused.length === 0;
    } catch (error) {
      // The typed text stays where it is, and can be saved again.
      if (error instanceof Failure && error.code === 'network')
        unsent.current = [...unsent.current, ...cells];
      notifyError(error);
      void recheckAccess(queryClient, error);
      return false;
    } finally {
      setProgress(null);
      refresh(products);
    }
  };

  useEffect(() => {
    const again = () => {
      const waiting = unsent.current.filter(
        (cell) => staged.get(keyOfCell(cell.productId, cell.column)) === cell,
      );
      unsent.current = [];
      if (waiting.length > 0) void save(waiting);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  });

  const readerOf = async (columns: readonly GridColumn[]) => {
    const sets = new Set(columns.flatMap(({ cell }) => cell?.attribute.optionSet?.code ?? []));
    const loading = [...sets].map(async (set) => {
      const options = queryClient.fetchQuery(optionsQuery(set, row.locale));
      return [set, await options.catch((error: unknown) => ({ error }))] as const;
    });
    const loaded = new Map(await Promise.all(loading));
    return {
      tag: formatTag,
      optionsOf: ({ optionSet }: { readonly optionSet: { readonly code: string } | null }) => {
        const options = loaded.get(optionSet?.code ?? '') ?? [];
        if ('error' in options) throw options.error;
        return options;
      },
    };
  };

  /** Returns true if other cells wait to be saved, not only for the connection: then a cell waits with them. */
  const isDraft = (cell: StagedCell) =>
    [...saving.without(staged).values()].some(
      (other) =>
        other.reason === null &&
        !unsent.current.includes(other) &&
        keyOfCell(other.productId, other.column) !== keyOfCell(cell.productId, cell.column),
    );

  /** Asks the API which staged cells it would reject. */
  const checkStaged = async (cells: readonly StagedCell[]) => {
    setChecking((count) => count + 1);
    try {
      const refused = await checkCells(cells.filter(({ reason }) => reason === null));
      // Cells that were taken back meanwhile stay so.
      setStaged((before) =>
        refuse(
          before,
          refused.filter(({ cell }) => before.get(keyOfCell(cell.productId, cell.column)) === cell),
        ),
      );
    } catch (error) {
      notifyError(error);
    } finally {
      setChecking((count) => count - 1);
    }
  };

  /** Saves a cell; it is staged, as far as people see, only if that fails. */
  const stageOne = async (cell: StagedCell) => {
    if (isDraft(cell)) {
      stageStep([cell]);
      return checkStaged([cell]);
    }
    const isReady = cell.reason === null;
    if (isReady) saving.start(cell);
    stageStep([cell]);
    if (isReady) saving.end(cell, await save([cell]));
  };

  /** Saves what was typed into a cell; what cannot be saved stays in it, with the reason. */
  const commit = (product: GridProduct, column: GridColumn, input: CellInput) =>
    track(commitNow(product, column, input));
  const commitNow = async (product: GridProduct, column: GridColumn, input: CellInput) => {
    endRedo();
    const { cell } = column;
    if (cell === null) return;
    const shown = findValue(product, cell)?.json;
    const parsed =
      'value' in input
        ? { value: input.value }
        : tryToParse(input.text, cell, shown, await readerOf([column]));
    const changed: StagedCell = {
      productId: input.target.id,
      sku: input.target.sku,
      column,
      text: input.text,
      value: 'value' in parsed ? parsed.value : undefined,
      before: stateOf(shown, cell),
      version: input.target.version,
      reason: 'fault' in parsed ? parsed.fault : null,
    };
    await stageOne(changed);
  };

  /** Stages texts for several cells, and asks the API which it would reject. */
  const stageTexts = async (texts: readonly NewText[], kind: 'paste' | 'fill' | 'delete') => {
    endRedo();
    const editable = texts.filter(({ column: { cell } }) => cell !== null && isEditable(cell.attribute));
    if (editable.length < texts.length && kind !== 'delete')
      notifySuccess(
        t('{count, plural, one {# cell is} other {# cells are}} not edited here.', {
          count: texts.length - editable.length,
        }),
      );
    const reader = await track(readerOf(editable.map(({ column }) => column)));
    const cells = editable.flatMap(({ product, column, text }): StagedCell[] => {
      const { cell } = column;
      if (cell === null || (kind === 'delete' && isInherited(product, cell))) return [];
      const shown = findValue(product, cell)?.json;
      const before = stateOf(shown, cell);
      const { id: productId, sku, version } = product;
      const changed = { productId, sku, column, text, before, version };
      if (text === textOf(product, column)) return [];
      // A value that is there nonetheless can be cleared.
      const notHere = text === '' ? null : whyNotHere(product, cell, model);
      if (notHere !== null) return [{ ...changed, value: undefined, reason: notHere }];
      if (isInherited(product, cell)) {
        const reason = t('The value comes from the model. Press Enter to edit it there.');
        return [{ ...changed, value: undefined, reason }];
      }
      const parsed = tryToParse(text, cell, shown, reader);
      if ('fault' in parsed) return [{ ...changed, value: undefined, reason: parsed.fault }];
      // Text that is written in another way, `99,00`, is the same value.
      if (stateOf(parsed.value, cell) === before) return [];
      return [{ ...changed, value: parsed.value, reason: null }];
    });
    const [only] = cells;
    if (only === undefined) return;
    if (texts.length === 1) return stageOne(only);
    stageStep(cells);
    await checkStaged(cells);
  };

  /** Gives a product a status; a rejection has the reason. */
  const setStatus = async (product: GridProduct, status: GridProduct['status']) => {
    const { sku } = product;
    try {
      const { data, requestId } = await requestWithId(SET_ROW_STATUS, { ref: product.id, status, ...row });
      const { setProductStatus: result } = data;
      if ('detail' in result) {
        const reasons = result.errors.slice(0, REASONS).map(explain);
        const said =
          reasons.length === 0 ? explain({ ...result, message: result.detail }) : reasons.join(' ');
        const isIncomplete = result.__typename === 'NotPublishable';
        const message = (isIncomplete ? await missingOf(product.id) : null) ?? said;
        showToast({ tone: 'error', title: t('The status of {sku} was not changed', { sku }), message });
        return;
      }
      show([result.product]);
      refresh([result.product]);
      notifySuccess(
        t('{column} of {sku} saved.', { column: t('Status'), sku }),
        requestId === null ? undefined : undoOf({ requestIds: [requestId], count: 1 }),
      );
    } catch (error) {
      notifyError(error);
      void recheckAccess(queryClient, error);
    }
  };

  return {
    staged,
    /** The staged cells that wait for somebody: all but those that are being saved at once. */
    waiting: saving.without(staged),
    saving: saving.state,
    setStatus,
    keptCount,
    readerOf,
    isChecking: checking > 0,
    progress,
    commit,
    stageTexts,
    saveStaged: () => save(split(saving.without(staged)).ready),
    /** Saves cells over what others have made of them since. */
    keepMine: (cells: readonly StagedCell[]) => {
      const kept = cells.flatMap((cell) => overMet(cell) ?? []);
      setStaged((before) => stage(before, kept));
      return save(kept);
    },
    discard: (cells: readonly StagedCell[]) => setStaged((before) => unstage(before, cells)),
    undo,
    redo,
  };
}

/** Returns a column by its title, and by its currency, or by its channel and locale, where it has them. */
const nameOf = ({ title, hint }: GridColumn) => (hint === undefined ? title : `${title} ${hint}`);

/** Reads a text; without a response about options it means no value, and stays with the reason. */
function tryToParse(...parameters: Parameters<typeof parseCell>): ReturnType<typeof parseCell> {
  try {
    return parseCell(...parameters);
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

export type Edits = ReturnType<typeof useEdits>;
