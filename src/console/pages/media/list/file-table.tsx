import { Checkbox } from '@mantine/core';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { tickColumn } from '../../../ui/form/tick-column.tsx';
import { formatBytes } from '../../../ui/format-bytes.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { MediaFile } from '../media-documents.ts';
import { formatOf, isAltMissing, isImage, nameOf, usesOf } from '../media-texts.ts';
import { FileThumbnail } from './file-thumbnail.tsx';
import type { FilesProps } from './file-tiles.tsx';

/** Shows files as a table. */
export function FileTable({ files, openCode, locale, selection, mayEdit }: FilesProps) {
  const { codes, set, toggle } = selection;
  const filesWithNames = files.map((file) => ({ ...file, label: nameOf(file) }));
  const ticks = {
    ...tickColumn(filesWithNames, codes, set),
    // Shift selects a range.
    cell: ({ code, label }: MediaFile) => (
      <Checkbox
        size="xs"
        aria-label={t('Select {name}', { name: label })}
        checked={codes.has(code)}
        onChange={({ nativeEvent }) =>
          toggle(code, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    ),
  };
  return (
    <DataTable
      label={t('Files')}
      rows={filesWithNames}
      keyOf={({ id }) => id}
      selectedKey={files.find(({ code }) => code === openCode)?.id}
      columns={[
        ...(mayEdit ? [ticks] : []),
        {
          title: t('Name'),
          isHeader: true,
          cell: (file) => (
            <TextLink className="config-row" to="/media/{-$code}" params={{ code: file.code }} search>
              <span className="file-thumbnail">
                <FileThumbnail file={file} isSmall />
              </span>
              <span>
                {file.label}
                <span className="config-code">{file.code}</span>
              </span>
            </TextLink>
          ),
        },
        { title: t('Format'), cell: (file) => formatOf(file) },
        {
          title: t('Dimensions'),
          isNumber: true,
          cell: ({ width, height }) => (width === null ? '' : `${width} × ${height}`),
        },
        ...(openCode === null ? moreColumns(locale) : []),
      ]}
    />
  );
}

/** Columns that are left out while a file is open beside the table. */
const moreColumns = (locale: string | null) => [
  { title: t('Size'), isNumber: true as const, cell: ({ sizeBytes }: MediaFile) => formatBytes(sizeBytes) },
  { title: t('Used by'), cell: (file: MediaFile) => usesOf(file) ?? '' },
  {
    title: locale === null ? t('Alternative text') : t('Text in {locale}', { locale: localeName(locale) }),
    cell: (file: MediaFile) =>
      isAltMissing(file, locale) ? (
        <span className="status" data-tone="warn" data-shape="dot">
          {t('Missing')}
        </span>
      ) : isImage(file) ? (
        file.alt.find((text) => text.locale === locale)?.text
      ) : null,
  },
  { title: t('Tags'), cell: ({ tags }: MediaFile) => tags.join(', ') },
  { title: t('Uploaded'), cell: ({ createdAt }: MediaFile) => <DateTime at={createdAt} /> },
];
