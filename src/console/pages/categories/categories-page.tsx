import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCanEdit } from '../../api/workspace.ts';
import { useConfigAddress } from '../../catalogue/model/use-config-address.ts';
import { UndoKeys } from '../../catalogue/undo/undo-keys.tsx';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { Page } from '../../ui/page.tsx';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import type { CategoryTask } from './category-dialogs.tsx';
import { channelRootsQuery } from './category-documents.ts';
import { CategoryFinder } from './category-finder.tsx';
import { CategoryTree } from './category-tree.tsx';

// The tree is shown first.
const ModelShortcuts = lazyComponent(
  async () => (await import('../../catalogue/model/shortcuts/model-shortcuts.tsx')).ModelShortcuts,
  null,
);
const CategoryPanel = lazyComponent(async () => (await import('./category-panel.tsx')).CategoryPanel, null);
const CategoryDialogs = lazyComponent(
  async () => (await import('./category-dialogs.tsx')).CategoryDialogs,
  null,
);

/** Shows the category trees, in which categories are created, renamed, moved and deleted, beside the open category. */
export function CategoriesPage() {
  const { code, search, open, setSearch } = useConfigAddress('/categories/{-$code}');
  const mayEdit = useCanEdit();
  const [task, setTask] = useState<CategoryTask | null>(null);
  const finder = useRef<HTMLInputElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const channelRoots = useQuery(channelRootsQuery).data ?? new Map();
  const createRoot = () => setTask({ kind: 'create', parent: null, label: null });
  usePageShortcuts(
    {
      create: () => (mayEdit ? createRoot() : false),
      search: () => finder.current?.focus(),
      close: () => (code === null ? false : open(null)),
    },
    actionOf,
  );
  const text = search.q ?? '';
  return (
    <Page
      title={t('Categories')}
      intro={t('Trees in which products are sorted and found.')}
      actions={
        mayEdit ? (
          <Button onClick={createRoot} aria-keyshortcuts="c">
            {t('Create category')}
          </Button>
        ) : null
      }
    >
      <div className="config-page" data-open={code !== null}>
        <div className="config-list tree-pane">
          <CategoryFinder
            label={t('Search categories')}
            input={finder}
            shortcut="/"
            text={text}
            onText={(next) => setSearch({ q: next === '' ? undefined : next })}
            onPick={(match) => {
              open(match.code);
              setSearch({ q: undefined });
              requestAnimationFrame(() => tree.current?.focus());
            }}
          />
          <div hidden={text.trim() !== ''}>
            <CategoryTree
              element={tree}
              openCode={code}
              channelRoots={channelRoots}
              mayEdit={mayEdit}
              onOpen={open}
              onTask={setTask}
              onCreateRoot={createRoot}
            />
          </div>
        </div>
        {code === null ? <UndoKeys /> : <CategoryPanel key={code} code={code} onClose={() => open(null)} />}
      </div>
      <CategoryDialogs
        task={task}
        onClose={() => setTask(null)}
        onCreated={open}
        onDeleted={(codes) => {
          if (code !== null && codes.includes(code)) open(null);
        }}
      />
      <ModelShortcuts view="tree" />
    </Page>
  );
}

const FIELD = '[role="menu"], input, textarea, select, [contenteditable="true"]';

function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
  // Escape in a field or a menu closes its list.
  const isTyping = target instanceof Element && target.closest(FIELD) !== null;
  if (isTyping || ctrlKey || metaKey) return null;
  if (key === 'Escape') return 'close';
  if (!hasLetterShortcuts()) return null;
  return key === 'c' ? 'create' : key === '/' ? 'search' : null;
}
