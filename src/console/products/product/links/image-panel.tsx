import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMayEdit } from '../../../api/workspace.ts';
import { useViewScope } from '../../../app/view-scope.ts';
import { t } from '../../../language/t.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { updateProduct, useSaveAtOnce } from '../panels/save-at-once.ts';
import { useFirstFocus } from '../panels/use-first-focus.ts';
import { type Gallery, galleriesOf, type ImageFile } from './galleries.ts';
import { imagesQuery, setAltText, uploadImage } from './image-documents.ts';

/** The files of a product by attribute, in the chosen channel and locale. Each change is saved at once. */
export function ImagePanel({ sku }: { readonly sku: string }) {
  const { channel, locale } = useViewScope();
  const scope = { channel: channel?.code ?? '', locale: locale?.code ?? '' };
  const query = useQuery(imagesQuery(sku, scope.channel, scope.locale));
  return (
    <QueryResult query={query} what={t('images')}>
      {(product) => {
        const galleries = product === null ? [] : galleriesOf(product);
        return galleries.length === 0 ? (
          <EmptyState title={t('The attribute set has no attributes for files.')} />
        ) : (
          galleries.map((gallery, index) => (
            <Files
              key={gallery.attribute.code}
              sku={sku}
              gallery={gallery}
              scope={scope}
              isFirst={index === 0}
            />
          ))
        );
      }}
    </QueryResult>
  );
}

function Files(props: {
  readonly sku: string;
  readonly gallery: Gallery;
  readonly scope: { readonly channel: string; readonly locale: string };
  readonly isFirst: boolean;
}) {
  const { sku, gallery, scope, isFirst } = props;
  const { attribute, files, isList, isInherited, roles } = gallery;
  const mayEdit = useMayEdit() && attribute.readOnly !== true;
  const save = useSaveAtOnce();
  const input = useRef<HTMLInputElement>(null);
  const drop = useRef<HTMLButtonElement>(null);
  useFirstFocus(drop, isFirst);
  const [isOver, setIsOver] = useState(false);
  const write = async (codes: readonly string[]) =>
    updateProduct(sku, {
      values: [
        {
          attribute: attribute.code,
          channel: attribute.scopable === true ? scope.channel : null,
          locale: attribute.localizable === true ? scope.locale : null,
          value: codes.length === 0 ? null : isList ? [...codes] : codes[0],
        },
      ],
    });
  const codes = files.map(({ code }) => code);
  const upload = (chosen: readonly File[]) => {
    const added = isList ? chosen : chosen.slice(0, 1);
    if (added.length === 0) return;
    save.mutate({
      run: async () => {
        const uploaded: string[] = [];
        for (const file of added) uploaded.push(await uploadImage(file));
        return write(isList ? [...new Set([...codes, ...uploaded])] : uploaded);
      },
      done: t('{count, plural, one {# file} other {# files}} added.', { count: added.length }),
    });
  };
  return (
    <section
      className="panel-section"
      aria-label={attribute.label}
      data-drop={isOver}
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
      {mayEdit && !isInherited ? (
        <SortableList
          label={attribute.label}
          isBusy={save.isPending}
          items={files.map((file) => ({
            key: file.code,
            name: file.filename ?? file.code,
            content: <File key={file.code} file={file} locale={scope.locale} />,
          }))}
          onMove={(order) => save.mutate({ run: () => write(order), done: t('Order saved.') })}
          onRemove={(code) =>
            save.mutate({
              run: () => write(codes.filter((other) => other !== code)),
              done: t('{name} removed.', {
                name: files.find((file) => file.code === code)?.filename ?? code,
              }),
            })
          }
        />
      ) : (
        <ul className="plain-list sortable">
          {files.map((file) => (
            <li key={file.code}>
              <Picture file={file} /> {file.filename}
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
            disabled={save.isPending}
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
    <img className="gallery-image" src={file.url} alt={file.altText ?? ''} width={56} height={56} />
  );

/** A file with the field for its alternative text. */
function File({ file, locale }: { readonly file: ImageFile; readonly locale: string }) {
  const save = useSaveAtOnce();
  const [text, setText] = useState(file.altText ?? '');
  return (
    <>
      <Picture file={file} />
      <span className="gallery-file">
        <span className="quiet">{file.filename}</span>
        <input
          className="alt-text"
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
      </span>
    </>
  );
}
