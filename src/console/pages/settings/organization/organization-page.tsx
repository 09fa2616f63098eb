import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyConfigField, Draft } from '../../../catalogue/model/config-page-types.ts';
import { inputOfDraft } from '../../../catalogue/model/draft.ts';
import { DraftActions } from '../../../catalogue/model/draft-actions.tsx';
import { NO_EFFECTS } from '../../../catalogue/model/effects/effect-documents.ts';
import { useChannelChoices, useLocaleChoices } from '../../../catalogue/model/fields/choices.ts';
import { choiceField, textField } from '../../../catalogue/model/fields/config-fields.tsx';
import { ObjectFields } from '../../../catalogue/model/object-fields.tsx';
import { useDraftForm } from '../../../catalogue/model/use-draft-form.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { CopyText } from '../../../ui/labels/copy-text.tsx';
import { forManagers } from '../../../ui/layout/restricted-page.tsx';
import { ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import {
  loadCounts,
  loadOrganization,
  type Organization,
  saveOrganization,
  updateOrganization,
} from './organization-documents.ts';

const FIELDS: readonly AnyConfigField<Organization>[] = [
  textField<Organization>('name', { label: t('Name') }),
  choiceField<Organization>('defaultLocale', {
    label: t('Default locale'),
    description: t('Locales without a label show its label. Responses use it where none is named.'),
    read: ({ defaultLocale }) => defaultLocale,
    useChoices: useLocaleChoices,
    none: t('None'),
  }),
  choiceField<Organization>('defaultChannel', {
    label: t('Default channel'),
    description: t('Responses with plain values use it where none is named.'),
    read: ({ defaultChannel }) => defaultChannel,
    useChoices: useChannelChoices,
    none: t('None'),
  }),
];

const PAGE = { kind: 'ORGANIZATION', fields: FIELDS };

/** Shows name and defaults of the organization, and what it has. */
function OrganizationContent() {
  const query = useQuery({
    queryKey: ['ORGANIZATION', 'object'],
    queryFn: ({ signal }) => loadOrganization(signal),
  });
  return (
    <Page title={t('Organization')} intro={t('Name and defaults of your organization.')}>
      <QueryResult query={query} what={t('the organization')} shape="form">
        {(item) => <OrganizationForm item={item} />}
      </QueryResult>
    </Page>
  );
}

function OrganizationForm({ item }: { readonly item: Organization }) {
  const form = useDraftForm(PAGE, item.code, item, true, (draft) => writerOf(item, draft));
  const { undo, redo } = useUndo();
  useUndoShortcuts({
    undo: () => void (form.stepBack() || undo()),
    redo,
    save: () => (form.canSave ? form.save() : undefined),
  });
  const error = form.error ?? form.effects?.error ?? null;
  return (
    <div className="work-page">
      <div className="work-fields">
        <ObjectFields page={PAGE} item={item} form={form} mayEdit />
        {Object.keys(form.draft).length === 0 ? null : (
          <section className="work-save" aria-label={t('Unsaved changes')}>
            {error === null ? null : <ErrorAlert error={error} />}
            <div className="row">
              <DraftActions form={form} isDeleted={false} />
            </div>
          </section>
        )}
      </div>
      <aside className="work-side" aria-label={t('Details')}>
        <Details organization={item} />
      </aside>
    </div>
  );
}

function writerOf(item: Organization, draft: Draft) {
  const input = inputOfDraft(FIELDS, draft);
  return {
    input,
    preview: async () => {
      await updateOrganization(input, item.version, true);
      return NO_EFFECTS;
    },
    save: () => saveOrganization(item, input),
  };
}

/** Shows id, age and size of the organization. */
function Details({ organization: { id, createdAt } }: { readonly organization: Organization }) {
  const counts = useQuery({
    queryKey: ['ORGANIZATION', 'counts'],
    queryFn: ({ signal }) => loadCounts(signal),
  });
  const { products, entities, mediaFiles, modelLabelSummary = [] } = counts.data ?? {};
  const ofKind = (kind: string) => modelLabelSummary.find((one) => one.kind === kind)?.count ?? 0;
  const rows: Readonly<Record<string, ReactNode>> =
    counts.data === undefined
      ? {}
      : {
          [t('Products')]: <TextLink to="/products">{formatCount(products?.totalCount)}</TextLink>,
          [t('Entities')]: formatCount(entities?.totalCount),
          [t('Media files')]: <TextLink to="/media/{-$code}">{formatCount(mediaFiles?.totalCount)}</TextLink>,
          [t('Attributes')]: (
            <TextLink to="/model/attributes/{-$code}">{formatCount(ofKind('ATTRIBUTE'))}</TextLink>
          ),
          [t('Options')]: <TextLink to="/model/options/{-$code}">{formatCount(ofKind('OPTION'))}</TextLink>,
          [t('Categories')]: <TextLink to="/categories/{-$code}">{formatCount(ofKind('CATEGORY'))}</TextLink>,
          [t('Channels')]: (
            <TextLink to="/settings/channels/{-$code}">{formatCount(ofKind('CHANNEL'))}</TextLink>
          ),
        };
  return (
    <>
      <section>
        <h2>{t('Id')}</h2>
        <span className="row">
          <Code>{id}</Code>
          <CopyText name={t('Id')} text={id} />
        </span>
      </section>
      <dl className="detail-list">
        {Object.entries({ [t('Created')]: <DateTime at={createdAt} />, ...rows }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const formatCount = (count: number | undefined) => (count ?? 0).toLocaleString(localeTag);

export const OrganizationPage = forManagers(t('Organization'), OrganizationContent);
