import { Group } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../../../api/use-list.ts';
import { HistoryEntry } from '../../../catalogue/changes/history-entry.tsx';
import { originLabel } from '../../../catalogue/changes/origin-label.ts';
import { ConfigurationEntry } from '../../../catalogue/model/history/configuration-entry.tsx';
import { HistoryDays } from '../../../catalogue/model/history/history-days.tsx';
import type { ConfigurationChange } from '../../../catalogue/model/history/history-documents.ts';
import { HistoryFilters } from '../../../catalogue/model/history/history-filters.tsx';
import { periodOf } from '../../../catalogue/model/history/history-period.ts';
import type { HistorySearchParams } from '../../../catalogue/model/history/history-search-params.ts';
import { KIND_LABELS } from '../../../catalogue/model/history/object-phrase.ts';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { Page } from '../../../ui/page.tsx';
import { AuditDetails } from './audit-details.tsx';
import { type AuditArea, type AuditEntry, loadAuditEntries } from './audit-documents.ts';
import { auditSentence } from './audit-sentence.ts';

const AREAS: Readonly<Record<AuditArea, string>> = {
  ACCESS: t('Sign-in and access'),
  MEMBERS: t('Members'),
  TOKENS: t('Tokens and keys'),
  WEBHOOKS: t('Webhooks'),
  MODEL: t('Model'),
  SETTINGS: t('Channels and settings'),
  DATA_FLOWS: t('Imports and exports'),
};
const AREA_CODES = Object.keys(AREAS) as AuditArea[];

/** Shows the audit log: who did what outside of the content of the catalogue, with the undo of changes of the model. */
function AuditContent() {
  const search = useSearch({ from: '/authenticated/settings/audit' });
  const navigate = useNavigate();
  const { area, actor = null, object = null } = search;
  const { since, until } = periodOf(search as HistorySearchParams);
  const areas = AREA_CODES.filter((one) => one === area);
  const list = useList(
    ['audit', areas, actor, object, since, until],
    (after, signal) => loadAuditEntries({ areas, actor, object, since, until }, after, signal),
    { keepsRows: true },
  );
  const items = list.items ?? [];
  const show = (change: HistorySearchParams) =>
    void navigate({ to: '/settings/audit', search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title={t('Audit log')}
      intro={t(
        'Who signed in, and who changed members, tokens, webhooks, the model and settings. Changes of products are in their own history.',
      )}
    >
      <HistoryFilters
        search={search}
        onChange={show}
        subject={{
          key: 'area',
          label: t('Area'),
          choices: AREA_CODES.map((value) => ({ value, label: AREAS[value] })),
        }}
        actors={items.map((item) => item.actor)}
        objects={items.flatMap((item) => objectChoice(item) ?? [])}
        isById
      />
      <HistoryDays list={list} keyOf={({ id }) => id} empty={t('No entries')}>
        {(entry) => (
          <AuditLine entry={entry}>
            <EntryFilters entry={entry} search={search} onChange={show} />
          </AuditLine>
        )}
      </HistoryDays>
    </Page>
  );
}

const objectChoice = ({ object }: AuditEntry) =>
  object === null ? null : { code: object.id, label: object.label ?? object.id };

/** Returns the change of the model or the settings that an entry is; null for other entries. */
function toConfigurationChange(entry: AuditEntry): ConfigurationChange | null {
  const { object, kind, origin, sequence } = entry;
  const objectKind = object?.type.toUpperCase() ?? '';
  if (object === null || object.code === null || !(objectKind in KIND_LABELS)) return null;
  return {
    ...entry,
    ...object,
    kind: objectKind as ConfigurationChange['kind'],
    code: object.code,
    label: object.label ?? object.code,
    change: (kind.split('.')[1] ?? '').toUpperCase() as ConfigurationChange['change'],
    origin: origin ?? '',
    // Without a sequence there is no undo, and its kind has none.
    sequence: sequence ?? '0',
  };
}

function AuditLine({ entry, children }: { readonly entry: AuditEntry; readonly children: ReactNode }) {
  const change = toConfigurationChange(entry);
  if (change !== null) return <ConfigurationEntry change={change}>{children}</ConfigurationEntry>;
  const { at, actor, origin, jobId, revert } = entry;
  return (
    <HistoryEntry
      sentence={auditSentence(entry)}
      about={
        <>
          <DateTime at={at} isTime />
          {origin === null ? null : <> · {originLabel(origin, actor, jobId, revert)}</>}
        </>
      }
    >
      <AuditDetails entry={entry} />
      <Group gap="md" px={4} pb={12}>
        {children}
      </Group>
    </HistoryEntry>
  );
}

/** Shows buttons that limit the list to the object or the person of an entry. */
function EntryFilters(props: {
  readonly entry: AuditEntry;
  readonly search: HistorySearchParams;
  readonly onChange: (change: HistorySearchParams) => void;
}) {
  const { entry, search, onChange } = props;
  const { actor } = entry;
  const choice = objectChoice(entry);
  return (
    <>
      {choice === null || search.object === choice.code ? null : (
        <button type="button" className="link-button" onClick={() => onChange({ object: choice.code })}>
          {t('Only changes of {name}', { name: choice.label })}
        </button>
      )}
      {search.actor === actor.id ? null : (
        <button type="button" className="link-button" onClick={() => onChange({ actor: actor.id })}>
          {t('Only changes by {who}', { who: actor.name })}
        </button>
      )}
    </>
  );
}

export const AuditPage = forAdministrators(t('Audit log'), AuditContent);
