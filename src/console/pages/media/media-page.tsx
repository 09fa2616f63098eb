import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { inPageOrder } from '../../api/label-locale.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { enabledLocalesQuery } from '../../catalogue/model/fields/enabled-objects.ts';
import { useConfigAddress } from '../../catalogue/model/use-config-address.ts';
import { UndoKeys } from '../../catalogue/undo/undo-keys.tsx';
import { t } from '../../i18n/translate.ts';
import { UploadIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { NextPage } from '../../ui/messages/next-page.tsx';
import { notifyError } from '../../ui/messages/notifications.ts';
import { EmptyState, ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { FileTable } from './list/file-table.tsx';
import { FileTiles } from './list/file-tiles.tsx';
import { MediaToolbar } from './list/media-toolbar.tsx';
import { countFiles, filterOf, loadCodes, loadFiles, type MediaFile } from './media-documents.ts';
import { SelectionBar } from './selection/selection-bar.tsx';
import { useFileSelection } from './selection/use-file-selection.ts';
import { useSelectionActions } from './selection/use-selection-actions.ts';
import { UploadList } from './upload/upload-list.tsx';
import { useDrop } from './upload/use-drop.ts';
import { useUploads } from './upload/use-uploads.ts';
import { useMediaKeys } from './use-media-keys.ts';

const MediaPanel = lazyComponent(
  async () => (await import('./panel/media-panel.tsx')).MediaPanel,
  <aside className="object-panel" />,
);

const NO_FILES: readonly MediaFile[] = [];

const MediaTexts = lazyComponent(async () => (await import('./texts/media-texts-page.tsx')).MediaTexts, null);

/** Shows the media library: its files, or their alternative texts in a sheet. */
export function MediaPage() {
  const { code, search } = useConfigAddress('/media/{-$code}');
  return search.view === 'texts' && code === null ? <MediaTexts /> : <MediaFiles />;
}

/** Shows files as tiles or as a table, uploads, actions on several, and a panel for one. */
function MediaFiles() {
  const { code, search, open, setSearch } = useConfigAddress('/media/{-$code}');
  const queryClient = useQueryClient();
  const locale = useViewScope().locale?.code ?? null;
  const mayEdit = useCanEdit();
  const locales = useQuery(enabledLocalesQuery).data?.map((one) => one.code) ?? [];
  const filter = filterOf(search);
  const list = useList(
    ['MEDIA', 'list', locale, filter],
    (after, signal) => loadFiles(filter, locale, after, signal),
    { keepsRows: true },
  );
  const { data: count } = useQuery({
    queryKey: ['MEDIA', 'count', filter],
    queryFn: ({ signal }) => countFiles(filter, signal),
  });
  const files = list.items ?? NO_FILES;
  const selection = useFileSelection(files, JSON.stringify(filter));
  const actions = useSelectionActions(selection, (deleted) => {
    if (code !== null && deleted.includes(code)) open(null);
  });
  const selectingAll = useMutation({
    mutationFn: async () => selection.set(await loadCodes(filter)),
    onError: notifyError,
  });
  const uploads = useUploads((codes) => {
    void queryClient.invalidateQueries({ queryKey: ['MEDIA'] });
    selection.add(codes);
  });
  const isOver = useDrop(mayEdit ? uploads.add : null);
  useMediaKeys({ files, code, open, selection, mayEdit, onDelete: actions.deleteSelected });
  const tags = [...new Set(files.flatMap((file) => file.tags))].toSorted();
  const view = { files, openCode: code, locale, selection, mayEdit };
  const isFiltered = Object.values(filter).some((limit) => limit !== null);
  return (
    <Page title={t('Media')} actions={mayEdit ? <UploadButton onFiles={uploads.add} /> : undefined} isWide>
      <div className="config-page media-page" data-open={code !== null} data-drop={isOver || undefined}>
        <div className="config-list">
          <MediaToolbar
            search={search}
            onSearch={setSearch}
            locales={inPageOrder(locales)}
            tags={tags}
            count={count}
          />
          {uploads.files.length === 0 ? null : <UploadList uploads={uploads} />}
          {list.items === undefined ? (
            list.error === null ? (
              <Loading what={t('files')} shape="tiles" />
            ) : (
              <ErrorAlert error={list.error} onRetry={list.refetch} />
            )
          ) : files.length > 0 ? (
            search.view === 'list' ? (
              <FileTable {...view} />
            ) : (
              <FileTiles {...view} />
            )
          ) : isFiltered ? (
            <EmptyState title={t('Nothing found')} area="search" />
          ) : (
            <NoFiles onFiles={mayEdit ? uploads.add : null} />
          )}
          {list.items === undefined ? null : <NextPage list={list} what={t('files')} />}
        </div>
        {code === null ? <UndoKeys /> : <MediaPanel key={code} code={code} onClose={() => open(null)} />}
        {isOver ? <div className="drop-notice">{t('Drop files to upload them')}</div> : null}
      </div>
      {mayEdit ? (
        <SelectionBar
          selection={selection}
          actions={actions}
          tags={tags}
          count={count}
          onSelectAll={list.isStale || selectingAll.isPending ? null : () => selectingAll.mutate()}
        />
      ) : null}
    </Page>
  );
}

/** Shows the button that chooses files to upload. */
function UploadButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button leftSection={<UploadIcon />} onClick={() => input.current?.click()}>
        {t('Upload')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={t('Files to upload')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Shows an empty library, with an area to drop the first files for those who may upload. */
const NoFiles = ({ onFiles }: { readonly onFiles: ((files: readonly File[]) => void) | null }) => (
  <div className="media-empty">
    <EmptyState title={t('No files yet')} area="media">
      {onFiles === null
        ? t('Editors upload files here.')
        : t('Drop images, videos and data sheets here, or choose them.')}
    </EmptyState>
    {onFiles === null ? null : <UploadButton onFiles={onFiles} />}
  </div>
);
