import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { inPageOrder } from '../../../api/label-locale.ts';
import { useList } from '../../../api/use-list.ts';
import { LabelEditor } from '../../../catalogue/labels/label-editor.tsx';
import { enabledLocalesQuery } from '../../../catalogue/model/fields/enabled-objects.ts';
import { useConfigAddress } from '../../../catalogue/model/use-config-address.ts';
import { t } from '../../../i18n/translate.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { MediaToolbar } from '../list/media-toolbar.tsx';
import { countFiles, filterOf } from '../media-documents.ts';
import { loadAllTexts, loadTexts } from './text-documents.ts';
import { ALTERNATIVE_TEXTS } from './text-source.tsx';

/** Edits the alternative texts of files in a sheet with a column for each locale. */
export function MediaTexts() {
  const query = useQuery(enabledLocalesQuery);
  return (
    <Page title={t('Media')} isWide>
      <QueryResult query={query} what={t('locales')} shape="sheet">
        {(enabled) => <TextsInLocales enabled={enabled} />}
      </QueryResult>
    </Page>
  );
}

function TextsInLocales({ enabled }: { readonly enabled: readonly { readonly code: string }[] }) {
  const locales = useMemo(() => inPageOrder(enabled.map(({ code }) => code)), [enabled]);
  const { search, setSearch } = useConfigAddress('/media/{-$code}');
  const filter = filterOf(search);
  const list = useList(['MEDIA', 'texts', filter], (after, signal) => loadTexts(filter, after, signal), {
    keepsRows: true,
  });
  const { data: count } = useQuery({
    queryKey: ['MEDIA', 'count', filter],
    queryFn: ({ signal }) => countFiles(filter, signal),
  });
  return (
    <LabelEditor
      source={ALTERNATIVE_TEXTS}
      locales={locales}
      list={list}
      count={count}
      loadAll={() => loadAllTexts(filter)}
      toolbar={({ isExporting, copy, download }) => (
        <MediaToolbar search={search} onSearch={setSearch} locales={locales} tags={[]} count={count}>
          <Button variant="default" disabled={isExporting} onClick={copy}>
            {t('Copy table')}
          </Button>
          <Button variant="default" loading={isExporting} onClick={download}>
            {t('Download CSV')}
          </Button>
        </MediaToolbar>
      )}
      empty={
        <EmptyState title={search.missing === undefined ? t('Nothing found') : t('No text is missing')} />
      }
    />
  );
}
