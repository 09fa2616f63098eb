import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import type { FilterField } from '../../../catalogue/search/grid-documents.ts';
import type { ProductSearch } from '../../../catalogue/search/use-product-search.ts';
import { toViewInput } from '../../../catalogue/search/view-content.ts';
import {
  CREATE_VIEW,
  DELETE_VIEW,
  type StoredView,
  UPDATE_VIEW,
  type ViewInput,
  viewsQuery,
} from '../../../catalogue/search/view-documents.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { MoreIcon, TeamIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';

type ViewDialog = { readonly kind: 'create' } | { readonly kind: 'rename'; readonly view: StoredView };

/** Returns the address of a view; the channel and the locale stay. */
const searchOf = (view?: string) => (view === undefined ? {} : { view });

/** Shows the saved views over the list, and the actions for the differences to the one that is followed. */
export function ViewTabs(props: {
  readonly fields: readonly FilterField[];
  readonly search: ProductSearch;
  /** The columns that are shown, as the address has them. */
  readonly columns: string;
  /** Forgets the columns that the browser has stored; null where there are none. */
  readonly onForgetColumns: (() => void) | null;
}) {
  const { fields, search, columns, onForgetColumns } = props;
  const { view, isChanged } = search;
  const views = useQuery(viewsQuery).data ?? [];
  const mayShare = useCanEdit();
  const [asked, setAsked] = useState<ViewDialog | null>(null);
  const actions = useViewActions();
  const content = toViewInput({ ...search, columns }, fields);
  const mayWrite = view !== null && (!view.shared || mayShare);
  return (
    <div className="row view-bar">
      <nav aria-label={t('Views')} className="view-tabs">
        <Link
          to="/products"
          search={searchOf()}
          className="view-tab"
          data-active={view === null}
          aria-current={view === null ? 'page' : undefined}
          activeProps={{}}
        >
          {t('All products')}
        </Link>
        {[...views.filter(({ shared }) => !shared), ...views.filter(({ shared }) => shared)].map((one) => (
          <span key={one.id}>
            <Link
              to="/products"
              search={searchOf(one.id)}
              className="view-tab"
              data-active={one === view}
              aria-current={one === view ? 'page' : undefined}
              activeProps={{}}
              title={one.shared ? t('Shared with the team') : undefined}
            >
              {one.shared ? <TeamIcon aria-label={t('Shared with the team')} /> : null}
              {one.name}
            </Link>
            {one === view && mayWrite ? (
              <Menu
                label={t('Actions of {name}', { name: one.name })}
                className="icon-button"
                button={<MoreIcon />}
              >
                <MenuItem onClick={() => setAsked({ kind: 'rename', view: one })}>{t('Rename')}</MenuItem>
                {mayShare && (!one.shared || one.mine) ? (
                  <MenuItem onClick={() => actions.share(one)}>
                    {one.shared ? t('Keep for myself') : t('Share with the team')}
                  </MenuItem>
                ) : null}
                <MenuItem onClick={() => actions.remove(one)}>{t('Delete')}</MenuItem>
              </Menu>
            ) : null}
          </span>
        ))}
      </nav>
      {isChanged || onForgetColumns !== null ? (
        <Group gap={4} fz="xs">
          {view === null ? null : <span className="quiet">{t('Changed:')}</span>}
          {mayWrite ? (
            <Button size="compact-xs" variant="subtle" onClick={() => actions.save(view, content)}>
              {t('Save')}
            </Button>
          ) : null}
          <Button size="compact-xs" variant="subtle" onClick={() => setAsked({ kind: 'create' })}>
            {view === null ? t('Save view') : t('Save as')}
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              onForgetColumns?.();
              actions.open(view?.id);
            }}
          >
            {t('Reset')}
          </Button>
        </Group>
      ) : null}
      <Dialog
        title={asked === null ? null : asked.kind === 'create' ? t('Save view') : t('Rename view')}
        size="sm"
        onClose={() => setAsked(null)}
      >
        {asked === null ? null : (
          <ViewForm
            name={asked.kind === 'rename' ? asked.view.name : ''}
            mayShare={asked.kind === 'create' && mayShare}
            submitText={asked.kind === 'create' ? t('Save view') : t('Rename')}
            onCancel={() => setAsked(null)}
            onSubmit={(name, shared) => {
              setAsked(null);
              if (asked.kind === 'rename') actions.rename(asked.view, name);
              else actions.create({ name, shared, resource: 'PRODUCTS', ...content });
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

function ViewForm(props: {
  readonly name: string;
  readonly mayShare: boolean;
  readonly submitText: string;
  readonly onCancel: () => void;
  readonly onSubmit: (name: string, shared: boolean) => void;
}) {
  const [name, setName] = useState(props.name);
  const [shared, setShared] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') props.onSubmit(name.trim(), shared);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('Name')}
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {props.mayShare ? (
          <Checkbox
            label={t('Share with the team')}
            checked={shared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        ) : null}
        <FormButtons submit={props.submitText} isBusy={false} onCancel={props.onCancel} />
      </Stack>
    </form>
  );
}

function useViewActions() {
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: '/products' });
  const refresh = () => queryClient.invalidateQueries(viewsQuery);
  const open = (id?: string) => void navigate({ search: searchOf(id) });
  const { mutate } = useMutation({
    mutationFn: async (run: () => Promise<void>) => {
      await run();
      await refresh();
    },
    onError: (error) => {
      notifyError(error);
      void refresh();
    },
  });
  const write = async (
    { id, version }: StoredView,
    input: Omit<ViewInput, 'name' | 'resource'> & { name?: string },
  ) => void unwrapPayload((await request(UPDATE_VIEW, { id, input, ifVersion: version })).updateSavedView);
  const create = (input: ViewInput) =>
    mutate(async () => {
      const { savedView } = unwrapPayload((await request(CREATE_VIEW, { input })).createSavedView);
      await refresh();
      open(savedView.id);
      notifySuccess(t('View “{name}” saved.', { name: savedView.name }));
    });
  return {
    open,
    create,
    save: (view: StoredView, content: Pick<ViewInput, 'filter' | 'sort' | 'columns'>) =>
      mutate(async () => {
        await write(view, content);
        await refresh();
        open(view.id);
        notifySuccess(t('View “{name}” saved.', { name: view.name }));
      }),
    rename: (view: StoredView, name: string) => mutate(() => write(view, { name })),
    share: (view: StoredView) =>
      mutate(async () => {
        await write(view, { shared: !view.shared });
        const { name } = view;
        notifySuccess(
          view.shared ? t('Only you see “{name}”.', { name }) : t('Everybody sees “{name}”.', { name }),
        );
      }),
    remove: (view: StoredView) =>
      mutate(async () => {
        unwrapPayload((await request(DELETE_VIEW, { id: view.id })).deleteSavedView);
        open();
        const { name, shared, filter, sort, columns } = view;
        const again: ViewInput = { name, shared, resource: 'PRODUCTS', filter, sort, columns };
        notifySuccess(t('View “{name}” deleted.', { name }), { label: t('Undo'), run: () => create(again) });
      }),
  };
}
