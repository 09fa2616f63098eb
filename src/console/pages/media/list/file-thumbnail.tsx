import type { MediaFile } from '../media-documents.ts';
import { FileIcon, PdfIcon, VideoIcon } from '../media-icons.ts';
import { formatOf, isImage } from '../media-texts.ts';

/** Shows an image whole on its ground; of other files an icon and the format. */
export function FileThumbnail({
  file,
  isSmall = false,
}: {
  readonly file: Pick<MediaFile, 'mimeType' | 'filename' | 'width'> & { readonly thumbnail: string | null };
  /** True in rows of a table, without the format. */
  readonly isSmall?: boolean;
}) {
  const { mimeType, thumbnail } = file;
  if (isImage(file) && thumbnail !== null) return <img src={thumbnail} alt="" loading="lazy" />;
  const Icon = mimeType.startsWith('video/')
    ? VideoIcon
    : mimeType === 'application/pdf'
      ? PdfIcon
      : FileIcon;
  return (
    <span className="file-format">
      <Icon />
      {isSmall ? null : formatOf(file)}
    </span>
  );
}
