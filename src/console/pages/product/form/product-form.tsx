import { Button, Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { meQuery, useMayEdit } from '../../../api/workspace.ts';
import { findBeside } from '../../../catalogue/products/found-products.ts';
import { useUndoKeys } from '../../../catalogue/undo/use-undo-keys.ts';
import { t } from '../../../language/t.ts';
import { DownIcon, UpIcon } from '../../../ui/icons.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { openCommentsQuery, threadsByAttribute } from '../comments/comment-documents.ts';
import { FoundPlace } from '../found-place.tsx';
import { usePanel } from '../panels/panels.ts';
import { FieldRow } from './field/field-row.tsx';
import { FormContext, useContexts, useDraftStore } from './form-context.ts';
import { type Context, type FormData, type FormProduct, formQuery } from './form-documents.ts';
import { type FieldGroup, shownGroups, toFormModel } from './form-model.ts';
import { GroupList } from './group-list.tsx';
import { focusNextField, focusNextWrong, useFormKeys } from './use-form-keys.ts';
import { useSave } from './use-save.ts';

const Orphans = lazyPart(async () => (await import('./kept-text.tsx')).Orphans, null);

const ChooseSet = lazyPart(async () => (await import('./choose-set.tsx')).ChooseSet, null);

const ContextHeads = lazyPart(
  async () => (await import('./context-heads.tsx')).ContextHeads,
  <div className="context-heads">{'\u00a0'}</div>,
);

const SaveBar = lazyPart(async () => (await import('./save-bar.tsx')).SaveBar, null);

/** Shows the values of a product in one or two contexts, to be edited and saved together. */
export function ProductForm({ sku }: { readonly sku: string }) {
  const contexts = useContexts();
  const query = useQuery(formQuery(sku, contexts));
  const me = useQuery(meQuery).data;
  const mayEdit = useMayEdit();
  if (contexts.length === 0) return <EmptyState title={t('No channels yet')} />;
  return (
    <QueryResult query={query} what={t('values')}>
      {(data) =>
        data.product === null || me === undefined ? null : (
          <LoadedForm
            key={data.product.id}
            product={data.product}
            channels={data.channels.nodes}
            outside={data.outside}
            contexts={contexts}
            userId={me.user?.id ?? ''}
            mayEdit={mayEdit}
          />
        )
      }
    </QueryResult>
  );
}

const NO_THREADS = {};

/** Number of fields that are drawn at once, more than fit on a screen; as many follow in each step. */
const FIRST_FIELDS = 20;
const MORE_FIELDS = 20;
/** Approximate height in pixels of a field that is not drawn yet. */
const FIELD_HEIGHT = 64;

/** The column in which the last field had the focus, for the next product. */
let lastColumn = 0;

function LoadedForm(props: {
  readonly product: FormProduct;
  readonly channels: FormData['channels']['nodes'];
  readonly outside: FormData['outside'];
  readonly contexts: readonly Context[];
  readonly userId: string;
  readonly mayEdit: boolean;
}) {
  const { product, channels, outside, userId, mayEdit } = props;
  const { id, sku, parent } = product;
  const place = props.contexts.map(({ channel, locale }) => `${channel.code} ${locale.code}`).join(', ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place has the same contexts
  const contexts = useMemo(() => props.contexts, [place]);
  const store = useDraftStore(userId, id, sku);
  const { missing, apart, field, panel } = useSearch({ from: '/authenticated/products/$sku' });
  const navigate = useNavigate({ from: '/products/$sku' });
  const { open: openPanel } = usePanel();
  const saving = useSave(id, sku, store, () => openPanel('live'));
  const model = useMemo(() => {
    const currenciesOf = (codes: readonly string[]) =>
      channels.flatMap(({ code, currencies }) =>
        codes.includes(code) ? currencies.map((one) => one.code) : [],
      );
    return toFormModel(product, contexts, currenciesOf, outside);
  }, [product, contexts, channels, outside]);
  const isApart = apart === true && contexts.length > 1;
  const groups = useMemo(
    () => shownGroups(model.groups, { missing: missing === true, apart: isApart }),
    [model, missing, isApart],
  );
  const isShown = groups.length > 0;
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each product and each link takes the focus once
  useEffect(() => {
    const { current } = list;
    if (field === undefined || current === null) return;
    const wanted =
      current.querySelector(`.field[data-code="${CSS.escape(field)}"]`) ?? current.querySelector('.field');
    const cells = wanted?.querySelectorAll('.field-context') ?? [];
    const cell = cells[Math.min(lastColumn, cells.length - 1)];
    // A link leads to the first column.
    lastColumn = 0;
    wanted?.scrollIntoView({ block: 'center' });
    const editor =
      '.field-editor :is(input, textarea, select, button, [contenteditable]):not([tabindex="-1"]), button:not([tabindex="-1"])';
    let timer = 0;
    // The script of some editors comes later than the field.
    const focus = (tries: number) => {
      const found = cell?.querySelector<HTMLElement>(editor);
      if (found !== null || tries === 0) return found?.focus({ preventScroll: true });
      timer = window.setTimeout(focus, 50, tries - 1);
    };
    focus(60);
    return () => clearTimeout(timer);
  }, [field, id, isShown]);

  const beside = findBeside(sku);
  const open = (to: string | null | undefined) => {
    if (to === null || to === undefined)
      return notifySuccess(beside === null ? t('Open a product from a list first.') : t('No more products.'));
    const count = store.values().size;
    if (count > 0)
      notifySuccess(
        t('{count, plural, one {# change} other {# changes}} of {sku} kept in this browser, not saved.', {
          count,
          sku,
        }),
      );
    const active = document.activeElement?.closest('.field') ?? null;
    const cells = [...(active?.querySelectorAll('.field-context') ?? [])];
    if (active !== null)
      lastColumn = Math.max(
        0,
        cells.findIndex((cell) => cell.contains(document.activeElement)),
      );
    const code = active?.getAttribute('data-code') ?? undefined;
    void navigate({
      to: '/products/$sku',
      params: { sku: to },
      search: { missing, apart, panel, field: code },
    });
  };
  const openNext = async () => {
    const found = findBeside(sku);
    if (found?.next !== undefined || found === null) return open(found?.next);
    // It is not loaded yet.
    const { findNext } = await import('../next-found.ts');
    await findNext(sku).then(open, notifyError);
  };
  const show = (only: { readonly missing?: true | undefined; readonly apart?: true | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...only, field: undefined }), replace: true });
  const showMissing = (isOn: boolean) => show({ missing: isOn ? true : undefined });
  const showAll = () => show({ missing: undefined, apart: undefined });
  useUndoKeys({
    save: () => void saving.save(),
    undo: () => void saving.undo(),
    redo: () => void saving.redo(),
  });
  useFormKeys({
    saveAndNext: () => void saving.save().then((isDone) => (isDone ? openNext() : undefined)),
    publish: () => {
      const isTyped = store.values().size > 0;
      if (isTyped) void saving.publish();
      return isTyped;
    },
    next: () => void openNext(),
    previous: () => open(beside?.previous),
    toggleMissing: () => showMissing(missing !== true),
    toWrong: focusNextWrong,
    nextField: focusNextField,
  });
  const liveIn =
    product.status === 'PUBLISHED' ? [...new Set(product.live.map(({ channel }) => channel.label))] : [];
  const openThreads = useQuery({ ...openCommentsQuery(sku), select: threadsByAttribute }).data ?? NO_THREADS;
  const scope = useMemo(
    () => ({ store, contexts, channels, mayEdit, parent, attempt: saving.attempt, openThreads }),
    [store, contexts, channels, mayEdit, parent, saving.attempt, openThreads],
  );
  return (
    <FormContext value={scope}>
      <div className="form" data-contexts={contexts.length} data-reader={mayEdit ? undefined : true}>
        <div className="form-side">
          <Switch
            size="xs"
            label={t('Only missing')}
            title="M"
            checked={missing === true}
            onChange={({ currentTarget }) => showMissing(currentTarget.checked)}
          />
          {contexts.length === 1 ? null : (
            <Switch
              size="xs"
              label={
                contexts[0]?.locale.code === contexts[1]?.locale.code
                  ? t('Only fields per channel')
                  : t('Only translatable')
              }
              checked={isApart}
              onChange={({ currentTarget }) => show({ apart: currentTarget.checked ? true : undefined })}
            />
          )}
          <GroupList groups={model.groups} store={store} shown={groups} />
          {beside === null ? null : (
            <nav className="row number" style={{ gap: 4 }} aria-label={t('Found products')}>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('Previous product')}
                title="K"
                disabled={beside.previous === null}
                onClick={() => open(beside.previous)}
              >
                <UpIcon />
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('Next product')}
                title="J"
                disabled={beside.next === null}
                onClick={() => void openNext()}
              >
                <DownIcon />
              </Button>
              <FoundPlace beside={beside} />
            </nav>
          )}
        </div>
        <div className="form-fields" ref={list}>
          {mayEdit ? null : (
            <Text c="dimmed" mt={8} mb={4}>
              {t('You can read and comment. Ask an owner or admin to edit.')}
            </Text>
          )}
          {contexts.length > 1 ? <ContextHeads model={model} /> : null}
          <Orphans model={model} store={store} />
          {product.attributeSet === null ? <ChooseSet sku={sku} hasValues={model.groups.length > 0} /> : null}
          {missing === true && isShown ? (
            <Group className="sunken" gap="0 6px" mb={4}>
              {t('Showing {count, plural, one {# missing field} other {# missing fields}}', {
                count: groups.reduce((count, { fields }) => count + fields.length, 0),
              })}
              <span aria-hidden="true">·</span>
              <button type="button" className="link-button" onClick={showAll}>
                {t('Show all fields')}
              </button>
            </Group>
          ) : null}
          <Groups groups={groups} field={field} />
          {(missing === true || isApart) && !isShown ? (
            <EmptyState title={missing === true ? t('Nothing is missing here') : t('No such fields')}>
              <Button size="xs" variant="default" onClick={showAll}>
                {t('Show all fields')}
              </Button>
            </EmptyState>
          ) : null}
          {model.below.length === 0 || missing === true || isApart ? null : (
            <Text c="dimmed">
              {t('Variants have their own values of: {fields}.', { fields: model.below.join(', ') })}
            </Text>
          )}
        </div>
      </div>
      <SaveBar
        store={store}
        comment={saving.comment}
        onComment={saving.setComment}
        liveIn={liveIn}
        isChecking={saving.isChecking}
        isSaving={saving.isSaving}
        mayEdit={mayEdit}
        onSave={() => void saving.save()}
        onDiscard={saving.discard}
      />
    </FormContext>
  );
}

/**
 * Shows the groups with their fields. Those in view are drawn first, the others as soon as the browser has time for
 * them.
 */
function Groups(props: { readonly groups: readonly FieldGroup[]; readonly field: string | undefined }) {
  const { groups, field } = props;
  const codes = groups.flatMap(({ fields }) => fields.map(({ attribute }) => attribute.code));
  const [count, setCount] = useState(FIRST_FIELDS);
  const wanted = field === undefined ? -1 : codes.indexOf(field);
  const drawn = Math.max(count, wanted + FIRST_FIELDS);
  const isWhole = drawn >= codes.length;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setCount(drawn + MORE_FIELDS)));
    return () => clearTimeout(timer);
  }, [drawn, isWhole]);
  let before = 0;
  return groups.map((group) => {
    const shown = Math.max(0, Math.min(group.fields.length, drawn - before));
    before += group.fields.length;
    return (
      <section key={group.code} id={`group-${group.code}`} aria-labelledby={`title-${group.code}`}>
        <h2 id={`title-${group.code}`}>{group.title}</h2>
        {group.fields.slice(0, shown).map((one) => (
          <FieldRow key={one.attribute.code} field={one} />
        ))}
        {shown === group.fields.length ? null : (
          <div style={{ blockSize: (group.fields.length - shown) * FIELD_HEIGHT }} />
        )}
      </section>
    );
  });
}
