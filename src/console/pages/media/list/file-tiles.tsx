import { Checkbox } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { MediaFile } from '../media-documents.ts';
import { formatOf, isAltMissing, nameOf, usesOf } from '../media-texts.ts';
import type { FileSelection } from '../selection/use-file-selection.ts';
import { FileThumbnail } from './file-thumbnail.tsx';

export interface FilesProps {
  readonly files: readonly MediaFile[];
  /** Code of the file that is open; null for none. */
  readonly openCode: string | null;
  /** Locale in which missing texts are marked. */
  readonly locale: string | null;
  readonly selection: FileSelection;
  readonly mayEdit: boolean;
}

/** Shows files as tiles. Arrow keys move, Enter opens, Space selects, with Shift a range. */
export function FileTiles({ files, openCode, locale, selection, mayEdit }: FilesProps) {
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.media-open')];
    const index = links.indexOf(event.target as HTMLElement);
    const file = files[index];
    if (file === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && mayEdit) {
      event.preventDefault();
      return selection.toggle(file.code, event.shiftKey);
    }
    const next = links[index + stepOf(event.key, links)];
    if (next === undefined || next === event.target) return;
    event.preventDefault();
    next.focus();
    const code = files[links.indexOf(next)]?.code;
    if (event.shiftKey && mayEdit && code !== undefined) {
      if (!selection.codes.has(file.code)) selection.toggle(file.code, false);
      selection.toggle(code, true);
    }
  };
  return (
    <ul className="plain-list gallery" aria-label={t('Files')} onKeyDown={press}>
      {files.map((file) => (
        <Tile
          key={file.id}
          file={file}
          isOpen={file.code === openCode}
          locale={locale}
          isSelected={selection.codes.has(file.code)}
          onToggle={mayEdit ? (isRange) => selection.toggle(file.code, isRange) : null}
        />
      ))}
    </ul>
  );
}

/** Returns how many tiles an arrow key goes on. */
function stepOf(key: string, links: readonly HTMLElement[]): number {
  const top = links[0]?.getBoundingClientRect().top;
  const isBelow = (link: HTMLElement) => link.getBoundingClientRect().top !== top;
  const columns = links.findIndex(isBelow) === -1 ? links.length : links.findIndex(isBelow);
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? 0;
}

function Tile(props: {
  readonly file: MediaFile;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly locale: string | null;
  readonly onToggle: ((isRange: boolean) => void) | null;
}) {
  const { file, isOpen, isSelected, locale, onToggle } = props;
  const { code, width, height } = file;
  const name = nameOf(file);
  const uses = usesOf(file);
  return (
    <li className="media-tile" data-selected={isSelected || undefined} data-open={isOpen || undefined}>
      <TextLink
        className="media-open"
        to="/media/{-$code}"
        params={{ code }}
        search
        onClick={(event) => {
          if (onToggle === null || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onToggle(event.shiftKey);
        }}
      >
        <span className="gallery-image">
          <FileThumbnail file={file} />
        </span>
        <span className="media-name" title={code}>
          <span className="cut">{name}</span>
          {locale !== null && isAltMissing(file, locale) ? (
            <span
              className="alt-missing"
              role="img"
              title={t('No alternative text in {locale}', { locale: localeName(locale) })}
              aria-label={t('No alternative text in {locale}', { locale: localeName(locale) })}
            />
          ) : null}
        </span>
        <span className="media-details">
          <span>{width === null ? formatOf(file) : `${width} × ${height}`}</span>
          <span>{uses}</span>
        </span>
      </TextLink>
      {onToggle === null ? null : (
        <Checkbox
          className="media-tick"
          size="xs"
          aria-label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        />
      )}
    </li>
  );
}
