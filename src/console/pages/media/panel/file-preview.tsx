import { t } from '../../../i18n/translate.ts';
import { FileThumbnail } from '../list/file-thumbnail.tsx';
import type { MediaDetails } from '../media-documents.ts';
import { isImage } from '../media-texts.ts';

/** Shows an image or a video; a PDF opens in another tab. */
export function FilePreview({ file }: { readonly file: MediaDetails }) {
  const { mimeType, content, preview } = file;
  const isPdf = mimeType === 'application/pdf' && content !== null;
  return (
    <div className="media-preview">
      {isImage(file) && preview !== null ? (
        <img src={preview} alt={file.alt[0]?.text ?? ''} />
      ) : mimeType.startsWith('video/') && content !== null ? (
        // biome-ignore lint/a11y/useMediaCaption: files have no captions of their own.
        <video src={content} controls preload="metadata" aria-label={t('Video')} />
      ) : (
        <FileThumbnail file={{ ...file, thumbnail: null }} />
      )}
      {isPdf ? (
        <a className="link-button" href={content} target="_blank" rel="noreferrer">
          {t('Open the PDF')}
        </a>
      ) : null}
    </div>
  );
}
