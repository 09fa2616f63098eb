import { Button } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { useMayChange } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ChevronLeftIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { hasLetterShortcuts } from '../../ui/letter-shortcuts.ts';
import { Page } from '../../ui/page.tsx';
import { usePageShortcuts } from '../../ui/use-page-shortcuts.ts';
import { UndoKeys } from '../undo/undo-keys.tsx';
import type { ConfigObject, ConfigPage, ConfigSearch, ListVariables } from './config-page-types.ts';
import { ConfigList } from './list/config-list.tsx';
import { ObjectPanel } from './panel/object-panel.tsx';
import { useConfigAddress } from './use-config-address.ts';
import { pastedTable, useDraft } from './use-draft.ts';

const ModelShortcuts = lazyComponent(
  async () => (await import('./shortcuts/model-shortcuts.tsx')).ModelShortcuts,
  null,
);
const CreateObject = lazyComponent(async () => (await import('./create-object.tsx')).CreateObject);

/**
 * Returns the page of a kind of objects: a list with search, order and filters, a dialog that creates one, and a panel or
 * a page of its own in which one is edited, reviewed with its effects, and deleted. All of it stands in the address.
 */
export function defineConfigPage<Row extends ConfigObject, Item extends ConfigObject = Row>(
  page: ConfigPage<Row, Item>,
) {
  function ListPage() {
    const { CreateDialog = CreateObject } = page;
    const { code, search, open, setSearch } = useConfigAddress(page.path);
    const locale = useViewScope().locale?.code ?? null;
    const mayEdit = useMayChange()(page.kind);
    const [isCreating, setIsCreating] = useState(false);
    const [isPasting, setIsPasting] = useState(false);
    const list = useList(
      [page.kind, 'list', locale, search],
      (after, signal) =>
        page.list({ after, ...variablesOf(search, search.sort ?? page.sort ?? 'LABEL') }, signal, search),
      { keepsRows: true },
    );
    const rows = list.items ?? [];
    const step = (by: number) => {
      const next = rows[rows.findIndex((row) => row.code === code) + by];
      if (code === null || next === undefined) return false;
      open(next.code);
      return true;
    };
    usePageShortcuts(
      {
        create: () => (mayEdit && !isPasting ? setIsCreating(true) : false),
        search: () => document.querySelector<HTMLElement>('.config-toolbar input')?.focus(),
        next: () => step(1),
        previous: () => step(-1),
        close: () => (code === null ? false : open(null)),
      },
      actionOf,
    );
    const create = mayEdit ? (
      <Button onClick={() => setIsCreating(true)} aria-keyshortcuts="c">
        {page.texts.create}
      </Button>
    ) : null;
    const { PasteView } = page;
    if (isPasting && PasteView !== undefined)
      return (
        <Page
          title={t('Paste a table')}
          lead={
            <button
              type="button"
              className="icon-button"
              aria-label={page.texts.title}
              onClick={() => setIsPasting(false)}
            >
              <ChevronLeftIcon />
            </button>
          }
          isWide
        >
          <PasteView onClose={() => setIsPasting(false)} />
        </Page>
      );
    const actions =
      PasteView === undefined ? (
        create
      ) : (
        <>
          <PasteButton kind={page.kind} mayEdit={mayEdit} onClick={() => setIsPasting(true)} />
          {create}
        </>
      );
    const { intro } = page.texts;
    return (
      <Page
        title={page.texts.title}
        intro={mayEdit ? intro : `${intro} ${t('You can only read. Ask an owner or admin to edit.')}`}
        actions={actions}
      >
        <div className="config-page" data-open={code !== null}>
          <ConfigList
            page={page}
            list={list}
            openCode={code}
            search={search}
            onSearch={setSearch}
            mayEdit={mayEdit}
            firstAction={actions}
          />
          {code === null ? (
            <UndoKeys />
          ) : (
            <ObjectPanel key={code} page={page} code={code} onClose={() => open(null)} />
          )}
        </div>
        <Dialog
          title={isCreating ? page.texts.create : null}
          size={page.CreateDialog === undefined ? 'lg' : 'xl'}
          onClose={() => setIsCreating(false)}
        >
          <CreateDialog
            page={page}
            search={search}
            codes={rows.map((row) => row.code)}
            onCancel={() => setIsCreating(false)}
            onCreated={(created) => {
              setIsCreating(false);
              open(created);
            }}
          />
        </Dialog>
        <ModelShortcuts view={page.useOrder === undefined ? 'list' : 'order'} />
      </Page>
    );
  }
  return function ConfigurationPage() {
    const { code } = useConfigAddress(page.path);
    const { WorkPage } = page;
    return WorkPage === undefined || code === null ? (
      <ListPage />
    ) : (
      <WorkPage key={code} page={page} code={code} />
    );
  };
}

/** Opens the view of pasted rows: for those who may edit, and those whose rows are kept there. */
function PasteButton(props: {
  readonly kind: string;
  readonly mayEdit: boolean;
  readonly onClick: () => void;
}) {
  const { kind, mayEdit, onClick } = props;
  const [draft] = useDraft(pastedTable(kind));
  return mayEdit || Object.keys(draft).length > 0 ? (
    <Button variant="default" onClick={onClick}>
      {mayEdit ? t('Paste a table') : t('Show the pasted table')}
    </Button>
  ) : null;
}

/** Returns the variables of a list for its address. */
function variablesOf({ q, unused }: ConfigSearch, sort: string): Omit<ListVariables, 'after'> {
  // The address can name any property; the server rejects those that a list is not sorted by.
  const field = sort.replace(/^-/, '') as never;
  const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
  return {
    search: q ?? null,
    sort: { field, direction },
    unused: unused === undefined ? null : unused === 'yes',
  };
}

const FIELD = 'input, textarea, select, [contenteditable="true"]';

const LETTERS = { c: 'create', '/': 'search', j: 'next', k: 'previous' } as const;

function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
  // Escape in a field closes its list.
  const isTyping = target instanceof Element && target.closest(FIELD) !== null;
  if (isTyping || ctrlKey || metaKey) return null;
  if (key === 'Escape') return 'close';
  if (!hasLetterShortcuts()) return null;
  return key in LETTERS ? LETTERS[key as keyof typeof LETTERS] : null;
}
