import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useMayChange } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { CloseIcon } from '../../ui/icons.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { EmptyState, QueryResult } from '../../ui/messages/states.tsx';
import { useUndo } from '../undo/use-undo.ts';
import { useUndoShortcuts } from '../undo/use-undo-shortcuts.ts';
import type { ConfigObject, ConfigPage } from './config-page-types.ts';
import { DeleteObject } from './delete-object.tsx';
import { DraftActions } from './draft-actions.tsx';
import { EffectPanel } from './effects.tsx';
import { ObjectFields } from './object-fields.tsx';
import { useObjectForm } from './use-object-form.ts';

// Few pages have tabs.

interface PanelProps<Row extends ConfigObject, Item extends ConfigObject> {
  readonly page: ConfigPage<Row, Item>;
  readonly code: string;
  readonly onClose: () => void;
}

/** Shows one object beside the list: it is edited, its users are listed, and it can be deleted. */
export function ObjectPanel<Row extends ConfigObject, Item extends ConfigObject>(
  props: PanelProps<Row, Item>,
) {
  const { page, code } = props;
  const query = useQuery({
    queryKey: [page.kind, 'object', code],
    queryFn: ({ signal }) => page.load(code, signal),
  });
  return (
    <aside className="object-panel" aria-label={query.data?.label ?? code}>
      <QueryResult query={query} what={page.texts.noun}>
        {(item) => <LoadedPanel {...props} item={item} />}
      </QueryResult>
    </aside>
  );
}

function LoadedPanel<Row extends ConfigObject, Item extends ConfigObject>(
  props: PanelProps<Row, Item> & { readonly item: Item | null },
) {
  const { page, code, item, onClose } = props;
  const lastItem = useRef(item);
  if (item !== null) lastItem.current = item;
  const mayEdit = useMayChange()(page.kind);
  const form = useObjectForm(page, code, item, lastItem.current);
  const { undo, redo } = useUndo();
  useUndoShortcuts({ undo, redo, save: () => (form.canSave ? form.save() : undefined) });
  const count = Object.keys(form.draft).length;
  return (
    <>
      <header className="object-head">
        <div>
          <h2>
            <CodeLabel label={item?.label ?? code} />
          </h2>
          <Code>{code}</Code>
        </div>
        {!mayEdit || item === null ? null : page.actions !== undefined ? (
          <page.actions item={item} />
        ) : page.canDelete === false ? null : (
          <DeleteObject page={page} item={item} onDeleted={onClose} />
        )}
        <button type="button" className="icon-button" aria-label={t('Close')} onClick={onClose}>
          <CloseIcon />
        </button>
      </header>
      {item === null ? (
        <EmptyState title={t('It was deleted')}>
          {count === 0 ? null : t('Your input is still here.')}
        </EmptyState>
      ) : (
        <div className="object-body">
          {page.tabs === undefined ? (
            <ObjectFields page={page} item={item} form={form} mayEdit={mayEdit} />
          ) : (
            <PageTabs
              label={item.label}
              parts={page.tabs.map(({ title, fields = [], content: Content }) => ({
                title,
                content: (
                  <div className="object-tab">
                    <ObjectFields page={page} item={item} form={form} mayEdit={mayEdit} names={fields} />
                    {Content === undefined ? null : <Content item={item} />}
                  </div>
                ),
              }))}
            />
          )}
          {page.sections === undefined ? null : <page.sections item={item} />}
        </div>
      )}
      {count === 0 || !mayEdit ? null : (
        <section className="object-save" aria-label={t('Unsaved changes')}>
          <EffectPanel query={form.effects} error={form.error} hidesChannel={page.kind === 'CHANNEL'} />
          <div className="row">
            <DraftActions form={form} isDeleted={item === null} />
          </div>
        </section>
      )}
    </>
  );
}
