import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../../api/use-list.ts';
import { ConfigurationHistory } from '../../catalogue/model/history/configuration-history.tsx';
import {
  type ConfigurationKind,
  loadConfigurationChanges,
} from '../../catalogue/model/history/history-documents.ts';
import { HistoryFilters } from '../../catalogue/model/history/history-filters.tsx';
import { periodOf } from '../../catalogue/model/history/history-period.ts';
import type { HistorySearchParams } from '../../catalogue/model/history/history-search-params.ts';
import { KIND_LABELS, objectLabel } from '../../catalogue/model/history/object-phrase.ts';
import { t } from '../../i18n/translate.ts';
import { Page } from '../../ui/page.tsx';

const KINDS = Object.keys(KIND_LABELS) as ConfigurationKind[];

/** Shows the history of the catalogue model and the settings, each change with its undo. */
export function ChangesPage() {
  const search = useSearch({ from: '/authenticated/model/changes' });
  const navigate = useNavigate();
  const { kind, actor = null, object = null } = search;
  const { since, until } = periodOf(search as HistorySearchParams);
  const kinds = KINDS.filter((one) => one === kind);
  const list = useList(
    ['configuration changes', kinds, actor, object, since, until],
    (after, signal) => loadConfigurationChanges({ kinds, actor, code: object, since, until }, after, signal),
    { keepsRows: true },
  );
  const items = list.items ?? [];
  const show = (change: HistorySearchParams) =>
    void navigate({ to: '/model/changes', search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page
      title={t('Changes')}
      intro={t('The history of the catalogue model and the settings. Each change can be taken back.')}
    >
      <HistoryFilters
        search={search}
        onChange={show}
        subject={{
          key: 'kind',
          label: t('Kind'),
          choices: KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
        }}
        actors={items.map((item) => item.actor)}
        objects={items.map((item) => ({ code: item.code, label: objectLabel(item) }))}
      />
      <ConfigurationHistory list={list} empty={t('No changes')}>
        {(change) => (
          <>
            {object === change.code ? null : (
              <button type="button" className="link-button" onClick={() => show({ object: change.code })}>
                {t('Only changes of {name}', { name: objectLabel(change) })}
              </button>
            )}
            {actor === change.actor.id ? null : (
              <button type="button" className="link-button" onClick={() => show({ actor: change.actor.id })}>
                {t('Only changes by {who}', { who: change.actor.name })}
              </button>
            )}
          </>
        )}
      </ConfigurationHistory>
    </Page>
  );
}
