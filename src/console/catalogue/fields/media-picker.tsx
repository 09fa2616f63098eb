import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/request.ts';
import { t } from '../../i18n/translate.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';

const MEDIA_CHOICES = graphql(`
  query MediaChoices($search: String, $locale: String) {
    mediaFiles(search: $search, first: 60) {
      nodes { code label(locale: $locale) mimeType url(width: 128, height: 128, fit: COVER, format: WEBP) }
    }
  }
`);

export interface MediaFile {
  readonly code: string;
  readonly label: string;
  readonly url: string | null;
}

/** Chooses among the existing files, which are searched by text. */
export function MediaPicker(props: {
  readonly locale: string;
  readonly onChoose: (file: MediaFile) => void;
}) {
  const [words, setWords] = useState('');
  const query = useQuery({
    queryKey: ['media choices', words, props.locale],
    queryFn: ({ signal }) =>
      request(MEDIA_CHOICES, { search: words === '' ? null : words, locale: props.locale }, signal),
  });
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t('Search files')}
        placeholder={t('Search files')}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <QueryResult query={query} what={t('files')}>
        {({ mediaFiles: { nodes } }) => (
          <div className="media-choices">
            {nodes.length === 0 ? <p className="quiet">{t('Nothing found.')}</p> : null}
            {nodes.map((file) => (
              <button key={file.code} type="button" title={file.code} onClick={() => props.onChoose(file)}>
                {file.url === null ? (
                  <Thumbnail url={null} name={file.label} />
                ) : (
                  <img
                    src={file.url}
                    alt=""
                    className="thumbnail"
                    style={{ inlineSize: 96, blockSize: 96 }}
                    loading="lazy"
                  />
                )}
                <span>
                  <CodeLabel label={file.label} />
                </span>
              </button>
            ))}
          </div>
        )}
      </QueryResult>
    </>
  );
}
