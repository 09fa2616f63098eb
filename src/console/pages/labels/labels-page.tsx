import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inPageOrder } from '../../api/label-locale.ts';
import { LabelEditor } from '../../catalogue/labels/label-editor.tsx';
import { enabledLocalesQuery } from '../../catalogue/model/fields/enabled-objects.ts';
import { useConfigAddress } from '../../catalogue/model/use-config-address.ts';
import { t } from '../../i18n/translate.ts';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { loadAllLabels } from './label-documents.ts';
import { MODEL_LABELS } from './label-source.tsx';
import { LabelToolbar } from './label-toolbar.tsx';
import { filterOf, useLabelList } from './use-label-list.ts';

/** Lists the labels of all objects of the model, and edits them in a sheet with a column for each locale. */
export function LabelsPage() {
  const query = useQuery(enabledLocalesQuery);
  return (
    <Page title={t('Labels')} isWide>
      <QueryResult query={query} what={t('locales')} shape="sheet">
        {(enabled) => <LabelsInLocales enabled={enabled} />}
      </QueryResult>
    </Page>
  );
}

function LabelsInLocales({ enabled }: { readonly enabled: readonly { readonly code: string }[] }) {
  const locales = useMemo(() => inPageOrder(enabled.map(({ code }) => code)), [enabled]);
  const { search, setSearch } = useConfigAddress('/model/labels');
  const filter = filterOf(search, locales);
  const { list, count, summary } = useLabelList(filter);
  return (
    <LabelEditor
      source={MODEL_LABELS}
      locales={locales}
      list={list}
      count={count}
      loadAll={() => loadAllLabels(filter)}
      toolbar={(exporting) => (
        <LabelToolbar
          search={search}
          onSearch={setSearch}
          summary={summary}
          locales={locales}
          count={count}
          isExporting={exporting.isExporting}
          onCopy={exporting.copy}
          onDownload={exporting.download}
        />
      )}
      empty={
        <EmptyState title={search.missing === undefined ? t('Nothing found') : t('No label is missing')} />
      }
    />
  );
}
