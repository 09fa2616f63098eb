import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { useLabelLocale } from '../../catalogue/model/fields/use-label-locale.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { ChannelsIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { Tree } from '../../ui/tree/tree.tsx';
import { type Destination, destinationOfDrop } from '../../ui/tree/tree-moves.ts';
import { visibleRows } from '../../ui/tree/tree-rows.ts';
import { useTree } from '../../ui/tree/use-tree.ts';
import { affectedKeys, commandsOf } from './category-commands.ts';
import type { CategoryTask } from './category-dialogs.tsx';
import { type CategoryCounts, loadCategory } from './category-documents.ts';
import { type CategoryNode, useBranches } from './use-branches.ts';
import { useCategoryChanges } from './use-category-changes.tsx';

interface Props {
  readonly element: RefObject<HTMLDivElement | null>;
  readonly openCode: string | null;
  /** Channels by the code of the root of their tree. */
  readonly channelRoots: ReadonlyMap<string, readonly { readonly label: string }[]>;
  readonly mayEdit: boolean;
  readonly onOpen: (code: string) => void;
  readonly onTask: (task: CategoryTask) => void;
  readonly onCreateRoot: () => void;
}

/** Shows the trees of categories with their numbers of products; what is moved or renamed is saved at once. */
export function CategoryTree(props: Props) {
  const { element, openCode, channelRoots, mayEdit, onOpen, onTask, onCreateRoot } = props;
  const locale = useViewScope().locale?.code ?? null;
  const labelLocale = useLabelLocale();
  const state = useTree();
  const { branches, counts, error, refetch, more } = useBranches(locale, state.expanded);
  const { move, rename, isBusy, dialog } = useCategoryChanges();
  const [renamedKey, setRenamedKey] = useState<string | null>(null);
  useRevealed(openCode, state);
  useOnlyRoot(branches.get(null)?.nodes, state.expand);
  if (error !== null) return <ErrorAlert error={error} onRetry={refetch} />;
  const roots = branches.get(null);
  if (roots === undefined) return <Loading what={t('categories')} shape="rows" />;
  if (roots.nodes.length === 0)
    return (
      <EmptyState title={t('No categories yet')} area="categories">
        {mayEdit ? <Button onClick={onCreateRoot}>{t('Create category')}</Button> : null}
      </EmptyState>
    );
  const focusTree = () => element.current?.focus({ preventScroll: true });
  const nodes = [...branches.values()].flatMap((branch) => branch.nodes);
  const moveTo = (categories: readonly CategoryNode[], destination: Destination) => {
    move(categories, destination, state.clear);
    if (destination.parent !== null) state.expand([destination.parent]);
  };
  return (
    <>
      <div className="tree-head" aria-hidden>
        <span>{t('Category')}</span>
        <span>{t('Products')}</span>
      </div>
      <Tree
        label={t('Categories')}
        element={element}
        rows={visibleRows(branches, state.expanded)}
        state={state}
        openKey={openCode}
        onOpen={onOpen}
        onMore={more}
        isBusy={isBusy}
        commandsOf={(key) =>
          mayEdit
            ? commandsOf(key, branches, state, {
                start: onTask,
                rename: setRenamedKey,
                move: moveTo,
              })
            : []
        }
        dropOf={
          mayEdit
            ? (key, target) => {
                const keys = affectedKeys(key, branches, state);
                const destination = destinationOfDrop(branches, state.expanded, keys, target);
                const categories = keys.flatMap((one) => nodes.find((node) => node.key === one) ?? []);
                return destination === null ? null : () => moveTo(categories, destination);
              }
            : undefined
        }
        renaming={
          renamedKey === null
            ? null
            : {
                key: renamedKey,
                end: (label) => {
                  setRenamedKey(null);
                  focusTree();
                  const node = nodes.find(({ key }) => key === renamedKey);
                  const text = label?.trim() ?? '';
                  if (node !== undefined && text !== '' && text !== node.label)
                    rename(node, labelLocale, text);
                },
              }
        }
        detailsOf={(node) => (
          <Details node={node} channels={channelRoots.get(node.key) ?? []} counts={counts.get(node.key)} />
        )}
      />
      {dialog}
    </>
  );
}

/** Opens the tree down to the open category, when another one is opened. */
function useRevealed(code: string | null, { expand, setActive }: ReturnType<typeof useTree>): void {
  const path = useQuery({
    queryKey: ['CATEGORY', 'object', code],
    queryFn: ({ signal }) => loadCategory(code ?? '', signal),
    enabled: code !== null,
  }).data?.path;
  const revealed = useRef<string | null>(null);
  useEffect(() => {
    if (code === null) revealed.current = null;
    if (code === null || path === undefined || revealed.current === code) return;
    revealed.current = code;
    expand(path.slice(0, -1).map((one) => one.code));
    setActive(code);
  }, [code, path, expand, setActive]);
}

/** Opens the only tree, once it is loaded. */
function useOnlyRoot(
  roots: readonly CategoryNode[] | undefined,
  expand: (keys: readonly string[]) => void,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || roots === undefined) return;
    isDone.current = true;
    const [root] = roots;
    if (roots.length === 1 && root !== undefined) expand([root.key]);
  }, [roots, expand]);
}

function Details(props: {
  readonly node: CategoryNode;
  readonly channels: readonly { readonly label: string }[];
  readonly counts: CategoryCounts | undefined;
}) {
  const { node, channels, counts } = props;
  const names = channels.map(({ label }) => label).join(', ');
  return (
    <>
      <span className="tree-code">{node.key}</span>
      {names === '' ? null : (
        <span className="tree-channels" title={t('Tree of {channels}', { channels: names })}>
          <ChannelsIcon />
          {names}
        </span>
      )}
      <span className="tree-counts">{counts === undefined ? null : <Counts counts={counts} />}</span>
    </>
  );
}

function Counts({ counts }: { readonly counts: CategoryCounts }) {
  const { productsCount, productsBelowCount, productsBelowCountExact } = counts;
  const total = `${productsBelowCount.toLocaleString(localeTag)}${productsBelowCountExact ? '' : '+'}`;
  const here = productsCount.toLocaleString(localeTag);
  return (
    <span title={t('{here} directly in this category, {total} with those below.', { here, total })}>
      {productsCount === productsBelowCount ? null : <span className="tree-own">{here} /</span>} {total}
    </span>
  );
}
