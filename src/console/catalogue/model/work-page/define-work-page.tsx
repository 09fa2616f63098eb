import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { ChevronLeftIcon } from '../../../ui/icons.ts';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useUndo } from '../../undo/use-undo.ts';
import { useUndoShortcuts } from '../../undo/use-undo-shortcuts.ts';
import type { AnyConfigPage, ConfigObject, WorkProps } from '../config-page-types.ts';
import { DeleteObject } from '../delete-object.tsx';
import { ObjectFields } from '../object-fields.tsx';
import { useNextFault } from '../panel/use-next-fault.ts';
import { useConfigAddress } from '../use-config-address.ts';
import { useObjectForm } from '../use-object-form.ts';
import { CopyObject } from './copy-object.tsx';
import { WorkBar } from './work-bar.tsx';
import { WorkSide } from './work-side.tsx';

const ModelShortcuts = lazyComponent(
  async () => (await import('../shortcuts/model-shortcuts.tsx')).ModelShortcuts,
  null,
);
const ObjectHistory = lazyComponent(
  async () => (await import('../history/object-history.tsx')).ObjectHistory,
  null,
);

/** The parts of a page in which one object is edited that is too large for a panel. */
export interface WorkPageParts<Item extends ConfigObject> {
  /** Shows what stands before the title. */
  readonly lead?: (item: Item) => ReactNode;
  /** Formats what stands below the title, beside the code: `21 products`. */
  readonly subtitle?: (item: Item) => ReactNode;
  /** Tabs before the one with the fields and the one with the history. */
  readonly tabs: readonly {
    /** Its value in the address. */
    readonly name: string;
    readonly title: string;
    readonly Content: ComponentType<WorkProps<Item>> & { readonly preload?: () => void };
  }[];
  /** Returns the label of an attribute that an effect names. */
  readonly attributeLabel?: (work: WorkProps<Item>, code: string) => string;
  /** True if the tabs have the whole width, and effects and save stand in a bar at the lower edge. */
  readonly isSheet?: true;
  /** True if a copy of an object can be created. */
  readonly canCopy?: true;
  /** Shows more beside the tabs than the effects. */
  readonly Side?: ComponentType<WorkProps<Item>>;
}

interface Props {
  readonly page: AnyConfigPage;
  readonly code: string;
}

/** Returns the page in which one object is edited: tabs, and beside them the effects of the draft and its save. */
export function defineWorkPage<Item extends ConfigObject>(parts: WorkPageParts<Item>) {
  return function WorkPage({ page, code }: Props) {
    // The script of the first tab is fetched beside the object.
    useState(() => parts.tabs[0]?.Content.preload?.());
    const query = useQuery({
      queryKey: [page.kind, 'object', code],
      queryFn: ({ signal }): Promise<Item | null> => page.load(code, signal),
    });
    return query.data === undefined ? (
      <Page title={code}>
        <QueryResult query={query} what={page.texts.noun} shape="form">
          {() => null}
        </QueryResult>
      </Page>
    ) : (
      <LoadedPage page={page} code={code} parts={parts} item={query.data} />
    );
  };
}

function LoadedPage<Item extends ConfigObject>(
  props: Props & { readonly parts: WorkPageParts<Item>; readonly item: Item | null },
) {
  const { page, code, parts, item } = props;
  const lastItem = useRef(item);
  if (item !== null) lastItem.current = item;
  const form = useObjectForm(page, code, item, lastItem.current);
  const { mayEdit } = form;
  const { open } = useConfigAddress(page.path);
  const { undo, redo } = useUndo();
  useNextFault();
  useUndoShortcuts({
    undo: () => void (form.stepBack() || undo()),
    redo,
    save: () => (form.canSave ? form.save() : undefined),
  });
  const work = item === null ? null : { item, form, mayEdit };
  return (
    <Page
      title={item?.label ?? code}
      lead={
        <>
          <TextLink
            className="icon-button"
            aria-label={page.texts.title}
            {...({ to: page.path, params: { code: undefined }, search: withoutTab } as {
              to: typeof page.path;
            })}
          >
            <ChevronLeftIcon />
          </TextLink>
          {item === null ? null : parts.lead?.(item)}
        </>
      }
      subtitle={
        <span className="row work-subtitle">
          <Code>{code}</Code>
          {item === null ? null : parts.subtitle?.(item)}
        </span>
      }
      actions={
        mayEdit && item !== null && page.canDelete !== false ? (
          <>
            {parts.canCopy === undefined ? null : (
              <CopyObject page={page} item={item} draft={form.draft} onCopied={open} />
            )}
            <DeleteObject page={page} item={item} onDeleted={() => open(null)} />
          </>
        ) : undefined
      }
      intro={mayEdit ? undefined : t('You can only read. Ask an owner or admin to edit.')}
      isWide
    >
      <div className="work-page" data-sheet={parts.isSheet}>
        {work === null ? (
          <EmptyState title={t('It was deleted')}>
            {Object.keys(form.draft).length === 0 ? null : t('Your input is still here.')}
          </EmptyState>
        ) : (
          <WorkTabs page={page} parts={parts} work={work} />
        )}
        {parts.isSheet === undefined ? (
          <WorkSide
            page={page}
            item={item}
            form={form}
            attributeLabel={(attribute) => (work && parts.attributeLabel?.(work, attribute)) ?? attribute}
          >
            {work === null || parts.Side === undefined ? null : <parts.Side {...work} />}
          </WorkSide>
        ) : Object.keys(form.draft).length > 0 ? (
          <WorkBar page={page} item={item} form={form} />
        ) : null}
      </div>
      <ModelShortcuts view={parts.isSheet === undefined ? 'matrix' : 'sheet'} />
    </Page>
  );
}

const withoutTab = (search: object) => ({ ...search, tab: undefined });

function WorkTabs<Item extends ConfigObject>(props: {
  readonly page: AnyConfigPage;
  readonly parts: WorkPageParts<Item>;
  readonly work: WorkProps<Item>;
}) {
  const { page, parts, work } = props;
  const { item, form, mayEdit } = work;
  const { tab, setSearch } = useConfigAddress(page.path);
  const tabs = [
    ...parts.tabs.map(({ name, title, Content }) => ({ name, title, content: <Content {...work} /> })),
    {
      name: 'details',
      title: t('Details'),
      content: (
        <div className="work-fields">
          <ObjectFields page={page} item={item} form={form} mayEdit={mayEdit} />
        </div>
      ),
    },
    { name: 'history', title: t('History'), content: <ObjectHistory kind={page.kind} code={item.code} /> },
  ];
  const index = tabs.findIndex(({ name }) => name === tab);
  return (
    <div className="work-tabs">
      <PageTabs
        label={page.texts.title}
        isFirst
        parts={tabs}
        selected={Math.max(0, index)}
        onSelect={(position) => setSearch({ tab: position === 0 ? undefined : tabs[position]?.name })}
      />
    </div>
  );
}
