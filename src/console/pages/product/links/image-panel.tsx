import { Box } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import {
  fileOfCode,
  filesChange,
  rememberFiles,
  uploadFiles,
} from '../../../catalogue/fields/media-files.ts';
import { toCodes } from '../../../catalogue/fields/option-field.tsx';
import { valueKey } from '../../../catalogue/form/draft.ts';
import { addressOf, stageValue } from '../../../catalogue/form/draft-value.ts';
import { useChannelLocales, useDraftStore, useDraftValue } from '../../../catalogue/form/form-context.ts';
import { type Field, type FieldCell, toFormModel, toSavedValue } from '../../../catalogue/form/form-model.ts';
import { t } from '../../../i18n/translate.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { EmptyState, Loading, QueryResult } from '../../../ui/messages/states.tsx';
import { SortableList } from '../../../ui/order/sortable-list.tsx';
import { formQuery } from '../form/form-documents.ts';
import { useInitialFocus } from '../panels/use-initial-focus.ts';
import { useUndoableSave } from '../panels/use-undoable-save.ts';
import { type Gallery, type ImageFile, toGalleries } from './galleries.ts';
import { imagesQuery, setAltText, stagedFileQuery } from './image-documents.ts';

/**
 * Shows the files of a product by attribute, in the chosen channel and locale. Changes wait in the draft of the form.
 */
export function ImagePanel({ sku }: { readonly sku: string }) {
  const [context] = useChannelLocales();
  const scope = { channel: context?.channel.code ?? '', locale: context?.locale.code ?? '' };
  const query = useQuery(imagesQuery(sku, scope.channel, scope.locale));
  const contexts = useChannelLocales();
  const form = useQuery(formQuery(sku, contexts)).data;
  const me = useQuery(meQuery).data;
  const product = form?.product ?? null;
  const { groups } =
    form === undefined || product === null || context === undefined
      ? { groups: [] }
      : toFormModel(product, contexts, () => [], form.outside);
  const fields = new Map(
    groups.flatMap((group) => group.fields.map((field) => [field.attribute.code, field])),
  );
  return (
    <QueryResult query={query} what={t('images')}>
      {(images) => {
        const galleries = (images === null ? [] : toGalleries(images)).flatMap((gallery) => {
          const field = fields.get(gallery.attribute.code);
          const cell = field?.cells[0];
          return field === undefined || cell === undefined ? [] : [{ gallery, field, cell }];
        });
        if (product === null || me === undefined) return <Loading what={t('images')} shape="tiles" />;
        return galleries.length === 0 ? (
          <EmptyState title={t('The attribute set has no attributes for files.')} />
        ) : (
          galleries.map((one, index) => (
            <Files
              key={one.gallery.attribute.code}
              {...one}
              product={product}
              userId={me.user?.id ?? ''}
              locale={scope.locale}
              isFirst={index === 0}
            />
          ))
        );
      }}
    </QueryResult>
  );
}

function Files(props: {
  readonly product: { readonly id: string; readonly sku: string };
  readonly userId: string;
  readonly gallery: Gallery;
  readonly field: Field;
  readonly cell: FieldCell;
  readonly locale: string;
  readonly isFirst: boolean;
}) {
  const { product, userId, gallery, field, cell, locale, isFirst } = props;
  const { attribute, isList, roles } = gallery;
  const mayEdit = useCanEdit() && !field.attribute.readOnly && !field.isFixed;
  const store = useDraftStore(userId, product.id, product.sku);
  const draft = useDraftValue({ store }, valueKey(addressOf(field, cell, null)));
  const input = useRef<HTMLInputElement>(null);
  const drop = useRef<HTMLButtonElement>(null);
  useInitialFocus(drop, isFirst);
  const [isOver, setIsOver] = useState(false);
  const stage = (codes: readonly string[]) =>
    stageValue(store, { field, cell, currency: null }, filesChange(codes, isList));
  const isInherited =
    draft === undefined ? gallery.isInherited : draft.value === null && cell.inherited !== null;
  const own = toCodes(draft === undefined ? toSavedValue(cell.own, null) : draft.value);
  const rowCodes = isInherited ? gallery.files.map(({ code }) => code) : own;
  rememberFiles(gallery.files.map(({ code, filename, url }) => ({ code, label: filename ?? code, url })));
  const rows = rowCodes.map((code) => ({
    code,
    name: fileOfCode(code).label,
    file: gallery.files.find((one) => one.code === code) ?? null,
  }));
  const uploading = useMutation({
    mutationFn: (selectedFiles: readonly File[]) => uploadFiles(selectedFiles, isList),
    onError: notifyError,
    onSuccess: (uploaded) => {
      // While files are uploaded, others can be removed.
      const now = toCodes(
        (store.values().get(valueKey(addressOf(field, cell, null))) ?? { value: own }).value,
      );
      const codes = uploaded.map(({ code }) => code);
      stage(isList ? [...new Set([...now, ...codes])] : codes);
    },
  });
  const upload = (selectedFiles: readonly File[]) => {
    if (selectedFiles.length > 0) uploading.mutate(selectedFiles);
  };
  return (
    <section
      className="panel-section"
      aria-label={attribute.label}
      data-drop={isOver}
      data-changed={draft === undefined ? undefined : true}
      onDragOver={(event) => {
        if (!mayEdit || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false);
        if (!mayEdit || event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        upload([...event.dataTransfer.files]);
      }}
    >
      <h3>
        {attribute.label} {roles.length === 0 ? null : <span className="quiet">{roles.join(', ')}</span>}
      </h3>
      {isInherited ? <p className="quiet">↑ {t('Inherited. A file that you add overrides it.')}</p> : null}
      {draft === undefined ? null : <p className="quiet">{t('Not saved yet')}</p>}
      {mayEdit && !isInherited ? (
        <SortableList
          label={attribute.label}
          isBusy={uploading.isPending}
          items={rows.map(({ code, name, file }) => ({
            key: code,
            name,
            content:
              file === null ? (
                <StagedFile key={code} code={code} name={name} locale={locale} />
              ) : (
                <ImageItem key={code} file={file} locale={locale} />
              ),
          }))}
          onMove={stage}
          onRemove={(code) => stage(own.filter((other) => other !== code))}
        />
      ) : (
        <ul className="plain-list sortable">
          {rows.map(({ code, name, file }) => (
            <li key={code}>
              {file === null ? null : <Picture file={file} />} {name}
            </li>
          ))}
        </ul>
      )}
      {mayEdit ? (
        <>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('Files for {attribute}', { attribute: attribute.label })}
            multiple={isList}
            onChange={({ currentTarget }) => {
              upload([...(currentTarget.files ?? [])]);
              currentTarget.value = '';
            }}
          />
          <button
            ref={drop}
            type="button"
            className="drop-target"
            disabled={uploading.isPending}
            onClick={() => input.current?.click()}
          >
            {isList ? t('Drop files or choose them') : t('Drop a file or choose one')}
          </button>
        </>
      ) : null}
    </section>
  );
}

const Picture = ({ file }: { readonly file: ImageFile }) =>
  file.url === null || file.mimeType?.startsWith('image/') !== true ? (
    <span className="thumbnail" aria-hidden="true">
      {file.filename?.split('.').at(-1)?.toUpperCase().slice(0, 4)}
    </span>
  ) : (
    <img
      className="thumbnail"
      src={file.url}
      alt={file.altText ?? ''}
      style={{ inlineSize: 56, blockSize: 56 }}
    />
  );

/** Shows a file that was added and is not saved: its image and its text come by themselves. */
function StagedFile(props: { readonly code: string; readonly name: string; readonly locale: string }) {
  const file = useQuery(stagedFileQuery(props.code, props.locale)).data ?? null;
  return file === null ? (
    <span className="quiet">{props.name}</span>
  ) : (
    <ImageItem file={file} locale={props.locale} />
  );
}

/** Shows a file with the field for its alternative text, which belongs to the file and is saved at once. */
function ImageItem({ file, locale }: { readonly file: ImageFile; readonly locale: string }) {
  const save = useUndoableSave();
  const [text, setText] = useState(file.altText ?? '');
  return (
    <>
      <Picture file={file} />
      <Box component="span" flex={1} miw={0}>
        <span className="quiet">{file.filename}</span>
        <input
          className="field-input alt-text"
          style={{ minBlockSize: 28, blockSize: 28, paddingInline: 6 }}
          aria-label={t('Alternative text of {name}', { name: file.filename ?? file.code })}
          placeholder={t('Alternative text')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Enter') currentTarget.blur();
          }}
          onBlur={() => {
            if (text !== (file.altText ?? ''))
              save.mutate({
                run: () => setAltText(file.id, locale, text),
                done: t('Alternative text saved.'),
              });
          }}
        />
      </Box>
    </>
  );
}
