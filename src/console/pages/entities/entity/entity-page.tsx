import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import { refreshEntities } from '../../../catalogue/actions/restore-entity.ts';
import { DraftStores, useChannelLocales } from '../../../catalogue/form/form-context.ts';
import { UndoKeys } from '../../../catalogue/undo/undo-keys.tsx';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DeleteIcon } from '../../../ui/icons.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { NoChannels } from '../../../ui/messages/no-channels.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { EmptyState, ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Thumbnail } from '../../../ui/thumbnail/thumbnail.tsx';
import { deleteEntities } from '../delete-entities.ts';
import { MergeEntityButton } from '../merge/merge-entity-button.tsx';
import { draftName, EntityForm } from './entity-form.tsx';
import {
  type Entity,
  type EntityPageData,
  entityPageQuery,
  type FormEntityType,
} from './entity-page-documents.ts';
import { RestoreEntity } from './restore-entity.tsx';

const EntityUsers = lazyComponent(async () => (await import('./entity-users.tsx')).EntityUsers);
const EntityHistory = lazyComponent(async () => (await import('./entity-history.tsx')).EntityHistory);
const EntityDetails = lazyComponent(async () => (await import('./entity-details.tsx')).EntityDetails);
const RecoveredDraft = lazyComponent(
  async () => (await import('../../../catalogue/form/recovered-draft.tsx')).RecoveredDraft,
  null,
);

/** Tabs of the page, as the address names them. */
const TABS: readonly string[] = ['values', 'details', 'users', 'history'];

/** Shows one entity: its values by channel and locale, its details, its users and its history. */
export function EntityPage() {
  const { type, code } = useParams({ from: '/authenticated/entities/$type/$code' });
  const contexts = useChannelLocales();
  const query = useQuery(entityPageQuery(type, code, contexts));
  const { entity = null, entityType = null } = query.data ?? {};
  const mayEdit = useCanEdit();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entity that is opened reads its draft anew
  const drafts = useMemo(() => new Map(), [type, code]);
  return (
    <Page
      key={`${type} ${code}`}
      isWide
      title={
        query.isSuccess && entity === null ? t('Entity not found') : stripBrackets(entity?.label ?? code)
      }
      lead={
        entity === null ? undefined : (
          <Thumbnail url={entity.image?.url} name={entity.label} icon={undefined} size={40} />
        )
      }
      subtitle={
        entity === null ? undefined : (
          <span className="row">
            <TextLink to="/entities/{-$type}" params={{ type }}>
              {entityType?.label ?? type}
            </TextLink>
            <Code>{entity.code}</Code>
            {entity.active === false ? <span className="quiet">{t('Inactive')}</span> : null}
          </span>
        )
      }
      actions={
        entity !== null && mayEdit ? (
          <>
            <MergeEntityButton type={type} entity={entity} />
            <DeleteEntity type={type} entity={entity} />
          </>
        ) : null
      }
    >
      {contexts.length === 0 ? (
        <NoChannels />
      ) : (
        <QueryResult query={query} what={t('values')} shape="form">
          {(data) =>
            data.entity === null || data.entityType === null ? (
              <>
                <EmptyState title={t('No entity has the code {code}', { code })}>
                  {mayEdit ? <RestoreEntity type={type} code={code} /> : null}
                </EmptyState>
                <RecoveredDraft code={draftName(type, code)} />
              </>
            ) : (
              <DraftStores value={drafts}>
                <EntityTabs data={data} entity={data.entity} type={data.entityType} mayEdit={mayEdit} />
              </DraftStores>
            )
          }
        </QueryResult>
      )}
    </Page>
  );
}

function EntityTabs(props: {
  readonly data: EntityPageData;
  readonly entity: Entity;
  readonly type: FormEntityType;
  readonly mayEdit: boolean;
}) {
  const { data, entity, type, mayEdit } = props;
  const { tab, field } = useSearch({ from: '/authenticated/entities/$type/$code' });
  const navigate = useNavigate({ from: '/entities/$type/$code' });
  const contexts = useChannelLocales();
  const me = useQuery(meQuery).data;
  const [here] = contexts;
  const page = { channel: here?.channel.code ?? '', locale: here?.locale.code ?? '' };
  const { code, usedByCount, usedByCountExact } = entity;
  const count = `${(usedByCount ?? 0).toLocaleString(localeTag)}${usedByCountExact === false ? '+' : ''}`;
  const parts = [
    {
      title: t('Values'),
      content:
        me === undefined ? null : (
          <EntityForm
            key={entity.id}
            entity={entity}
            type={type}
            channels={data.channels.nodes}
            contexts={contexts}
            userId={me.user?.id ?? ''}
            mayEdit={mayEdit}
            field={field}
          />
        ),
    },
    { title: t('Details'), content: <EntityDetails entity={entity} type={type} mayEdit={mayEdit} /> },
    {
      title: t('Used by {count}', { count }),
      content: <EntityUsers type={type.code} code={code} page={page} />,
    },
    { title: t('History'), content: <EntityHistory type={type} code={code} /> },
  ];
  return (
    <>
      {/* The form binds the keys itself. */}
      {tab === undefined ? null : <UndoKeys />}
      <PageTabs
        isFirst
        label={entity.label}
        selected={tab === undefined ? 0 : Math.max(0, TABS.indexOf(tab))}
        onSelect={(position) =>
          void navigate({
            search: (before) => ({
              ...before,
              tab: position === 0 ? undefined : TABS[position],
              field: undefined,
            }),
            replace: true,
          })
        }
        parts={parts}
      />
    </>
  );
}

/** Deletes an entity at once, with undo; while others refer to it, they are listed instead. */
function DeleteEntity({ type, entity }: { readonly type: string; readonly entity: Entity }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { undoable } = useUndo();
  const { code, label } = entity;
  const name = stripBrackets(label);
  const deleting = useMutation({
    mutationFn: async () => {
      const result = await deleteEntities(type, [entity]);
      if (result.error !== null) throw result.error;
      return result;
    },
    onSuccess: async ({ count, undo }) => {
      if (count === 0) return;
      notifySuccess(t('{name} deleted.', { name }), undoable(undo));
      void navigate({ to: '/entities/{-$type}', params: { type } });
      await refreshEntities(queryClient);
    },
  });
  const reason = deleting.data?.rejections[0]?.reason ?? null;
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Delete {name}', { name })}
        title={t('Delete {name}', { name })}
        disabled={deleting.isPending}
        onClick={() => deleting.mutate()}
      >
        <DeleteIcon />
      </button>
      <Dialog
        title={reason === null && !deleting.isError ? null : t('{name} was not deleted', { name })}
        onClose={deleting.reset}
      >
        {deleting.isError ? <ErrorAlert error={deleting.error} /> : <p>{reason}</p>}
        <p>
          <TextLink
            to="/entities/$type/$code"
            params={{ type, code }}
            search={{ tab: 'users' }}
            onClick={deleting.reset}
          >
            {t('Show what uses it')}
          </TextLink>
        </p>
      </Dialog>
    </>
  );
}
