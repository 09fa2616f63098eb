import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Failure, reach } from '../../../../api/failure.ts';
import { t } from '../../../../language/t.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { CloseIcon, SearchIcon, UploadIcon } from '../../../../ui/icons.ts';
import { CodeLabel } from '../../../../ui/labels/code-label.tsx';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { notifyError } from '../../../../ui/messages/notifications.ts';
import { Thumbnail } from '../../../../ui/thumbnail/thumbnail.tsx';
import type { FormValue } from '../form-documents.ts';
import type { FieldInputProps } from './field-props.ts';
import type { ShownFile } from './media-choices.tsx';
import { codesOf } from './option-field.tsx';

const MediaChoices = lazyPart(async () => (await import('./media-choices.tsx')).MediaChoices, null);

/** Files that were seen in this visit, so that chosen ones keep their pictures. */
const seen = new Map<string, ShownFile>();
const remember = (files: readonly ShownFile[]) => {
  for (const file of files) seen.set(file.code, file);
};

async function upload(file: File): Promise<ShownFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await reach('/api/v1/media', { method: 'POST', body });
  const answer = (await response.json().catch(() => ({}))) as {
    code?: string;
    url?: string;
    detail?: string;
  };
  if (!response.ok || answer.code === undefined)
    throw new Failure('upload', answer.detail ?? t('The upload failed. Try again.'));
  return {
    code: answer.code,
    label: file.name,
    url: file.type.startsWith('image/') ? (answer.url ?? null) : null,
  };
}

/** The files of a value; null if it is not of files. */
export const filesOf = (value: FormValue): readonly ShownFile[] | null =>
  'media' in value ? [value.media] : 'mediaList' in value ? value.mediaList : null;

/** Files with their pictures and names. */
export const Files = (props: {
  readonly files: readonly ShownFile[];
  /** Null where none can be removed. */
  readonly onRemove?: ((code: string) => void) | null;
}) =>
  props.files.map((file) => (
    <span key={file.code} className="field-file" title={file.code}>
      <Thumbnail url={file.url} name={file.label} />
      <span>
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

/** One file or several: uploaded, chosen among those that are there, or removed. */
export function MediaField(props: FieldInputProps) {
  const { attribute, label, describedBy, isDisabled, value, known, locale, onChange } = props;
  const isMany = attribute.type === 'MEDIA_LIST';
  const [isChoosing, setIsChoosing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  remember((known === null ? null : filesOf(known)) ?? []);
  const codes = codesOf(value);
  const files = codes.map((code) => seen.get(code) ?? { code, label: code, url: null });
  const change = (next: readonly string[]) =>
    onChange({
      text: next.map((code) => seen.get(code)?.label ?? code).join(', '),
      value: next.length === 0 ? null : isMany ? next : (next.at(-1) ?? null),
    });
  const add = (added: readonly ShownFile[]) => {
    remember(added);
    change([...new Set([...(isMany ? codes : []), ...added.map(({ code }) => code)])]);
  };
  const send = async (list: readonly File[]) => {
    setIsBusy(true);
    try {
      const uploaded: ShownFile[] = [];
      for (const file of isMany ? list : list.slice(0, 1)) uploaded.push(await upload(file));
      if (uploaded.length > 0) add(uploaded);
    } catch (error) {
      notifyError(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files repeats the button for the mouse
    <div
      className="field-media"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!isDisabled) void send([...event.dataTransfer.files]);
      }}
    >
      <Files
        files={files}
        onRemove={isDisabled ? null : (code) => change(codes.filter((one) => one !== code))}
      />
      {isDisabled ? null : (
        <span className="field-media-actions">
          <Button
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<UploadIcon />}
            aria-label={t('Upload: {field}', { field: label })}
            aria-describedby={describedBy}
            onClick={() => input.current?.click()}
          >
            {t('Upload')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<SearchIcon />}
            aria-label={t('Choose a file: {field}', { field: label })}
            onClick={() => setIsChoosing(true)}
          >
            {t('Choose')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            multiple={isMany}
            accept={attribute.validation.mimeTypes?.join(',')}
            onChange={({ currentTarget }) => {
              void send([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
        </span>
      )}
      <Dialog title={isChoosing ? label : null} onClose={() => setIsChoosing(false)}>
        <MediaChoices
          locale={locale}
          onChoose={(file) => {
            add([file]);
            setIsChoosing(false);
          }}
        />
      </Dialog>
    </div>
  );
}
