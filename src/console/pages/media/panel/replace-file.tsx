import { useRef } from 'react';
import { t } from '../../../i18n/translate.ts';
import { UploadIcon } from '../../../ui/icons.ts';
import type { MediaDetails } from '../media-documents.ts';
import { nameOf } from '../media-texts.ts';
import { replaceFile } from '../save/replace-file.ts';
import { useFileChange } from '../save/use-file-change.ts';

/** Chooses a file whose content replaces that of another one at once, with undo. */
export function ReplaceFile({ file }: { readonly file: MediaDetails }) {
  const { act, running } = useFileChange();
  const input = useRef<HTMLInputElement>(null);
  const title = t('Replace {name}', { name: nameOf(file) });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={title}
        title={t('Replace the file; what uses it stays')}
        disabled={running !== null}
        onClick={() => input.current?.click()}
      >
        <UploadIcon />
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptOf(file.mimeType)}
        onChange={({ currentTarget }) => {
          const [upload] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (upload === undefined) return;
          act({
            total: 1,
            run: () => replaceFile({ ref: file.id, code: file.code }, upload),
            done: () => t('{name} replaced.', { name: nameOf(file) }),
          });
        }}
      />
    </>
  );
}

/** Returns the media types that can take the place of one. */
const acceptOf = (mimeType: string): string | undefined => {
  const [kind = ''] = mimeType.split('/');
  if (kind === 'image' || kind === 'video') return `${kind}/*`;
  return mimeType === 'application/pdf' ? mimeType : undefined;
};
