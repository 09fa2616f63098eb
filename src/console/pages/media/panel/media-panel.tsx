import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useViewScope } from '../../../api/view-scope.ts';
import { useCanEdit } from '../../../api/workspace.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import { NO_EFFECTS } from '../../../catalogue/model/effects/effect-documents.ts';
import { ObjectFields } from '../../../catalogue/model/object-fields.tsx';
import { PanelContent } from '../../../catalogue/model/panel/panel-content.tsx';
import { UsageSection } from '../../../catalogue/model/usage-list.tsx';
import { type DraftWriter, useDraftForm } from '../../../catalogue/model/use-draft-form.ts';
import { t } from '../../../i18n/translate.ts';
import { DeleteIcon } from '../../../ui/icons.ts';
import { ErrorAlert, QueryResult } from '../../../ui/messages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { loadFile, type MediaDetails } from '../media-documents.ts';
import { isImage, nameOf } from '../media-texts.ts';
import { deleteFiles } from '../save/media-changes.ts';
import { saveFile } from '../save/save-file.ts';
import { useFileChange } from '../save/use-file-change.ts';
import { RejectedFiles } from '../selection/rejected-files.tsx';
import { FileDetails } from './file-details.tsx';
import { FilePreview } from './file-preview.tsx';
import { FIELDS, inputOf } from './media-fields.tsx';
import { ReplaceFile } from './replace-file.tsx';

const PAGE = { kind: 'MEDIA', fields: FIELDS };

/** Names of the fields, those of the preview apart. */
const FIELD_NAMES = FIELDS.map(({ name }) => name).filter((name) => name !== 'focalPoint');

interface PanelProps {
  readonly code: string;
  readonly onClose: () => void;
}

/** Shows one file beside the list: its preview, its texts and properties, and what uses it. */
export function MediaPanel(props: PanelProps) {
  const { code } = props;
  const locale = useViewScope().locale?.code ?? null;
  const query = useQuery({
    queryKey: [PAGE.kind, 'object', code, locale],
    queryFn: ({ signal }) => loadFile(code, locale, signal),
  });
  const file = query.data;
  return (
    <aside className="object-panel" aria-label={file == null ? code : nameOf(file)}>
      <QueryResult query={query} what={t('file')} shape="form">
        {(item) => <LoadedPanel {...props} item={item === null ? null : { ...item, label: nameOf(item) }} />}
      </QueryResult>
    </aside>
  );
}

function LoadedPanel({ code, item, onClose }: PanelProps & { readonly item: MediaDetails | null }) {
  const lastItem = useRef(item);
  if (item !== null) lastItem.current = item;
  const mayEdit = useCanEdit();
  const form = useDraftForm(PAGE, code, item, mayEdit, (draft) => writerOf(draft, item, lastItem.current));
  const error = form.error ?? form.effects?.error ?? null;
  return (
    <PanelContent
      code={code}
      item={item}
      form={form}
      actions={
        item === null ? null : (
          <>
            <ReplaceFile file={item} />
            <DeleteFile file={item} onDeleted={onClose} />
          </>
        )
      }
      effects={error === null ? null : <ErrorAlert error={error} />}
      onClose={onClose}
    >
      {(file) => (
        <>
          {isImage(file) && mayEdit ? (
            <ObjectFields page={PAGE} item={file} form={form} mayEdit names={['focalPoint']} />
          ) : (
            <FilePreview file={file} />
          )}
          <FileDetails file={file} />
          <ObjectFields page={PAGE} item={file} form={form} mayEdit={mayEdit} names={FIELD_NAMES} />
          <UsageSection item={file} />
          <ProductsLink file={file} />
        </>
      )}
    </PanelContent>
  );
}

const writerOf = (draft: Draft, item: MediaDetails | null, lastItem: MediaDetails | null): DraftWriter => ({
  input: inputOf(draft),
  preview: async () => {
    await saveFile(draft, item, lastItem, true);
    return NO_EFFECTS;
  },
  save: () => saveFile(draft, item, lastItem),
});

/** Links to the products that use a file, in the list. */
function ProductsLink({ file: { usage, usedBy } }: { readonly file: MediaDetails }) {
  const count = usage.types.find(({ type }) => type === 'Product')?.count ?? 0;
  const skus = usedBy.nodes.map(({ sku }) => sku);
  // Longer lists do not fit into an address, and commas separate SKUs there.
  if (count === 0 || count > skus.length || skus.some((sku) => sku.includes(','))) return null;
  return (
    <TextLink to="/products" search={{ where: [{ field: 'sku', operator: 'in', value: skus.join(',') }] }}>
      {t('Show in the list')}
    </TextLink>
  );
}

/** Deletes a file at once, with undo; one in use stays, with what uses it. */
function DeleteFile({ file, onDeleted }: { readonly file: MediaDetails; readonly onDeleted: () => void }) {
  const { act, running, rejections } = useFileChange();
  const title = t('Delete {name}', { name: nameOf(file) });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={title}
        disabled={running !== null}
        onClick={() =>
          act({
            total: 1,
            run: () => deleteFiles([{ ref: file.id, code: file.code }]),
            done: () => t('{name} deleted.', { name: nameOf(file) }),
            onSaved: ({ codes }) => (codes.length > 0 ? onDeleted() : undefined),
          })
        }
      >
        <DeleteIcon />
      </button>
      {rejections.length === 0 ? null : (
        <div role="alert" className="file-in-use">
          <RejectedFiles files={rejections} />
        </div>
      )}
    </>
  );
}
