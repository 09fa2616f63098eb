import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { QueryResult } from '../../../ui/messages/states.tsx';
import type { ConfigObject, ConfigPage } from '../config-page-types.ts';
import { DeleteObject } from '../delete-object.tsx';
import { EffectPanel } from '../effects/effect-panel.tsx';
import { ObjectFields } from '../object-fields.tsx';
import { useObjectForm } from '../use-object-form.ts';
import { PanelContent } from './panel-content.tsx';

const ObjectHistory = lazyComponent(
  async () => (await import('../history/object-history.tsx')).ObjectHistory,
  null,
);

// Few panels have tabs.
const PageTabs = lazyComponent(async () => (await import('../../../ui/layout/page-tabs.tsx')).PageTabs, null);

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
      <QueryResult query={query} what={page.texts.noun} shape="form">
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
  const form = useObjectForm(page, code, item, lastItem.current);
  const { mayEdit } = form;
  return (
    <PanelContent
      code={code}
      item={item}
      form={form}
      actions={
        item === null ? null : page.actions !== undefined ? (
          <page.actions item={item} />
        ) : page.canDelete === false ? null : (
          <DeleteObject page={page} item={item} onDeleted={onClose} />
        )
      }
      effects={<EffectPanel query={form.effects} error={form.error} hidesChannel={page.kind === 'CHANNEL'} />}
      nextSteps={
        page.NextSteps === undefined || item === null || form.saved === null ? null : (
          <page.NextSteps item={item} saved={form.saved} />
        )
      }
      onClose={onClose}
    >
      {(stored) => (
        <>
          {page.tabs === undefined ? (
            <ObjectFields page={page} item={stored} form={form} mayEdit={mayEdit} />
          ) : (
            <PageTabs
              label={stored.label}
              parts={page.tabs.map(({ title, fields = [], content: Content }) => ({
                title,
                content: (
                  <div className="object-tab">
                    <ObjectFields page={page} item={stored} form={form} mayEdit={mayEdit} names={fields} />
                    {Content === undefined ? null : <Content item={stored} />}
                  </div>
                ),
              }))}
            />
          )}
          {page.sections === undefined ? null : <page.sections item={stored} />}
          {page.tabs === undefined ? (
            <section className="object-section">
              <h3>{t('History')}</h3>
              <ObjectHistory kind={page.kind} code={code} />
            </section>
          ) : null}
        </>
      )}
    </PanelContent>
  );
}
