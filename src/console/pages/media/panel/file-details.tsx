import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import type { MediaDetails } from '../media-documents.ts';
import { formatOf } from '../media-texts.ts';

/** Shows format, dimensions, size and age of a file, with a link that downloads it. */
export function FileDetails({ file }: { readonly file: MediaDetails }) {
  const { width, height, sizeBytes, createdAt, content, filename } = file;
  return (
    <p className="row file-details">
      <span>{formatOf(file)}</span>
      {width === null ? null : (
        <span>
          {width} × {height}
        </span>
      )}
      <span>{formatBytes(sizeBytes)}</span>
      <DateTime at={createdAt} />
      {content === null ? null : (
        <a className="link-button" href={content} download={filename}>
          {t('Download')}
        </a>
      )}
    </p>
  );
}
