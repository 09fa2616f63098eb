import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchIcon, UploadIcon } from '../../ui/icons.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { notifyError } from '../../ui/messages/notifications.ts';
import type { FieldInputProps } from './field-props.ts';
import { fileOfCode, filesChange, rememberFiles, uploadFiles } from './media-files.ts';
import type { MediaFile } from './media-picker.tsx';
import { toCodes } from './option-field.tsx';
import { Files, filesOf } from './shown-files.tsx';

const MediaPicker = lazyComponent(async () => (await import('./media-picker.tsx')).MediaPicker, null);

/** Shows one file or several: uploaded, chosen among those that are there, or removed. */
export function MediaField(props: FieldInputProps) {
  const { attribute, label, describedBy, isDisabled, value, known: storedFiles, locale, onChange } = props;
  const isMany = attribute.type === 'MEDIA_LIST';
  const [isChoosing, setIsChoosing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  rememberFiles((storedFiles === null ? null : filesOf(storedFiles)) ?? []);
  const codes = toCodes(value);
  const files = codes.map(fileOfCode);
  const change = (next: readonly string[]) => onChange(filesChange(next, isMany));
  const add = (added: readonly MediaFile[]) => {
    rememberFiles(added);
    change([...new Set([...(isMany ? codes : []), ...added.map(({ code }) => code)])]);
  };
  const send = async (list: readonly File[]) => {
    setIsBusy(true);
    try {
      const uploaded = await uploadFiles(list, isMany);
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
      className="row field-media"
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
        <span className="row">
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
        <MediaPicker
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
