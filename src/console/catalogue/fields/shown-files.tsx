import { t } from '../../i18n/translate.ts';
import { CloseIcon } from '../../ui/icons.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { Thumbnail } from '../../ui/thumbnail/thumbnail.tsx';
import type { FormValue } from './field-documents.ts';
import type { MediaFile } from './media-picker.tsx';

/** Returns the files of a value; null if it is not of files. */
export const filesOf = (value: FormValue): readonly MediaFile[] | null =>
  'media' in value ? [value.media] : 'mediaList' in value ? value.mediaList : null;

/** Shows files with their images and names. */
export const Files = (props: {
  readonly files: readonly MediaFile[];
  /** It is null where none can be removed. */
  readonly onRemove?: ((code: string) => void) | null;
}) =>
  props.files.map((file) => (
    <span key={file.code} className="field-file" title={file.code}>
      <Thumbnail url={file.url} name={file.label} />
      <span className="cut">
        <CodeLabel label={file.label} />
      </span>
      {props.onRemove == null ? null : (
        <button
          type="button"
          className="icon-button"
          aria-label={t('Remove {name}', { name: file.label })}
          onClick={() => props.onRemove?.(file.code)}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  ));
