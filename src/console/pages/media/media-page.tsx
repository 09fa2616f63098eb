import { Button, Text } from '@mantine/core';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { t } from '../../i18n/translate.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { EmptyState, ErrorAlert, Loading } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';

const MEDIA = graphql(`
  query MediaFiles($after: String, $locale: String) {
    mediaFiles(first: 50, after: $after) {
      nodes {
        id code filename mimeType sizeBytes width height
        label(locale: $locale)
        thumbnail: url(width: 320, height: 320, fit: INSIDE, format: WEBP)
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

type MediaFile = ResultOf<typeof MEDIA>['mediaFiles']['nodes'][number];

/** Shows the files, newest first. */
export function MediaPage() {
  const locale = useViewScope().locale?.code ?? null;
  const list = useList(['media', locale], async (after, signal) => {
    const { mediaFiles } = await request(MEDIA, { after, locale }, signal);
    return mediaFiles;
  });
  return (
    <Page title={t('Media')} intro={t('Uploaded on the pages of products, through the API and by imports.')}>
      {list.items === undefined ? (
        list.error === null ? (
          <Loading what={t('files')} />
        ) : (
          <ErrorAlert error={list.error} onRetry={list.refetch} />
        )
      ) : list.items.length === 0 ? (
        <EmptyState title={t('No files yet')}>
          {t('Upload files by the API, or import products with links to files.')}
        </EmptyState>
      ) : (
        <ul className="plain-list gallery">
          {list.items.map((file) => (
            <li key={file.id}>
              <Preview file={file} />
            </li>
          ))}
        </ul>
      )}
      {list.hasMore ? (
        <Button variant="default" mt="md" loading={list.isLoadingMore} onClick={list.more}>
          {t('Show more')}
        </Button>
      ) : null}
    </Page>
  );
}

function Preview({ file }: { readonly file: MediaFile }) {
  const { code, label, filename, mimeType, sizeBytes, width, height, thumbnail } = file;
  const name = label === `[${code}]` ? filename : label;
  const isImage = width !== null && thumbnail !== null;
  return (
    <figure>
      <div className="gallery-image">
        {isImage ? (
          <img src={thumbnail} alt="" loading="lazy" />
        ) : (
          <span>{filename.split('.').at(-1)?.toUpperCase()}</span>
        )}
      </div>
      <figcaption>
        <Text size="xs" truncate title={code}>
          {name}
        </Text>
        <Text size="xs" truncate className="quiet">
          {isImage ? `${width} × ${height}` : mimeType} · {formatBytes(sizeBytes)}
        </Text>
      </figcaption>
    </figure>
  );
}
