import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useMemo, useRef } from 'react';
import { meQuery, useCanEdit } from '../../../api/workspace.ts';
import { useFieldFocus } from '../../../catalogue/form/field/field-focus.ts';
import { FieldGroups } from '../../../catalogue/form/field/field-groups.tsx';
import {
  FormContext,
  useChannelLocales,
  useDraftStore,
  useFormContext,
} from '../../../catalogue/form/form-context.ts';
import type { FormModel } from '../../../catalogue/form/form-model.ts';
import { ChannelLocaleHeaders, OrphanedValues, SaveBar } from '../../../catalogue/form/form-parts.tsx';
import type { ChannelLocale } from '../../../catalogue/form/form-source.ts';
import { useFormModel, useSameContexts } from '../../../catalogue/form/use-form-model.ts';
import {
  focusNextField,
  focusNextIssue,
  useFormShortcuts,
} from '../../../catalogue/form/use-form-shortcuts.ts';
import { useSaveDraft } from '../../../catalogue/form/use-save-draft.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { NoChannels } from '../../../ui/messages/no-channels.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { CommentButton, OpenThreads } from '../comments/comment-button.tsx';
import { openCommentsQuery, threadsByAttribute } from '../comments/comment-documents.ts';
import { usePanel } from '../panels/panels.ts';
import { type FormProduct, formQuery, type ProductFormData } from './form-documents.ts';
import { FormSide } from './form-side.tsx';
import { PRODUCT_FORM_SOURCE } from './product-form-source.ts';
import { publishDraft } from './publish-draft.ts';
import { useNeighbours } from './use-neighbours.ts';
import { type ShownFields, useShownFields } from './use-shown-fields.ts';

const ChooseAttributeSet = lazyComponent(
  async () => (await import('./choose-attribute-set.tsx')).ChooseAttributeSet,
  null,
);

/** Shows the values of a product in one or two contexts, to be edited and saved together. */
export function ProductForm({ sku }: { readonly sku: string }) {
  const contexts = useChannelLocales();
  const query = useQuery(formQuery(sku, contexts));
  const me = useQuery(meQuery).data;
  const mayEdit = useCanEdit();
  if (contexts.length === 0) return <NoChannels />;
  return (
    <QueryResult query={query} what={t('values')} shape="form">
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

interface LoadedFormProps {
  readonly product: FormProduct;
  readonly channels: ProductFormData['channels']['nodes'];
  readonly outside: ProductFormData['outside'];
  readonly contexts: readonly ChannelLocale[];
  readonly userId: string;
  readonly mayEdit: boolean;
}

function LoadedForm(props: LoadedFormProps) {
  const { product, channels, userId, mayEdit } = props;
  const { id, sku, parent } = product;
  const contexts = useSameContexts(props.contexts);
  const store = useDraftStore(userId, id, sku);
  const { open: openPanel } = usePanel();
  const saving = useSaveDraft(PRODUCT_FORM_SOURCE, id, store);
  const model = useFormModel(product, channels, contexts, props.outside);
  const fields = useShownFields(model, id, contexts);
  const box = useRef<HTMLDivElement>(null);
  useFieldFocus(box, fields.field, id, fields.groups.length > 0);
  const neighbours = useNeighbours(sku, store);
  const { openPrevious, openNext } = neighbours;
  useUndoShortcuts({
    save: () => void saving.save(),
    undo: () => void saving.undo(),
    redo: () => void saving.redo(),
  });
  useFormShortcuts({
    saveAndNext: () => void saving.save().then((isDone) => (isDone ? openNext() : undefined)),
    publish: () => {
      const isTyped = store.values().size > 0;
      if (isTyped) void publishDraft(id, saving, () => openPanel('live'));
      return isTyped;
    },
    next: () => void openNext(),
    previous: openPrevious,
    toggleMissing: () => fields.showMissing(!fields.isMissing),
    toWrong: focusNextIssue,
    nextField: focusNextField,
  });
  const liveIn =
    product.status === 'PUBLISHED' ? [...new Set(product.live.map(({ channel }) => channel.label))] : [];
  const openThreads = useQuery({ ...openCommentsQuery(sku), select: threadsByAttribute }).data ?? NO_THREADS;
  const scope = useMemo(
    () => ({
      source: PRODUCT_FORM_SOURCE,
      FieldExtra: CommentButton,
      store,
      contexts,
      channels,
      mayEdit,
      parent,
      attempt: saving.attempt,
    }),
    [store, contexts, channels, mayEdit, parent, saving.attempt],
  );
  return (
    <FormContext value={scope}>
      <OpenThreads value={openThreads}>
        <div className="form" data-contexts={contexts.length} data-reader={mayEdit ? undefined : true}>
          <FormSide model={model} fields={fields} neighbours={neighbours} />
          <FormFields ref={box} product={product} model={model} fields={fields} />
        </div>
      </OpenThreads>
      <SaveBar saving={saving} liveIn={liveIn} />
    </FormContext>
  );
}

/** Shows the fields, and what there is to know about those that are not shown. */
function FormFields(props: {
  readonly ref: Ref<HTMLDivElement>;
  readonly product: FormProduct;
  readonly model: FormModel;
  readonly fields: ShownFields;
}) {
  const { ref, product, model, fields } = props;
  const { groups, isMissing, isApart, showAll } = fields;
  const { contexts, mayEdit } = useFormContext();
  const isShown = groups.length > 0;
  return (
    <div className="form-fields" ref={ref}>
      {mayEdit ? null : (
        <Text c="dimmed" mt={8} mb={4}>
          {t('You can read and comment. Ask an owner or admin to edit.')}
        </Text>
      )}
      {contexts.length > 1 ? <ChannelLocaleHeaders model={model} /> : null}
      <OrphanedValues model={model} />
      {product.attributeSet === null ? (
        <ChooseAttributeSet sku={product.sku} hasValues={model.groups.length > 0} />
      ) : null}
      {isMissing && isShown ? (
        <Group className="sunken" gap="0 6px" mb={4}>
          {t('Showing {count, plural, one {# missing field} other {# missing fields}}', {
            count: groups.reduce((count, group) => count + group.fields.length, 0),
          })}
          <span aria-hidden="true">·</span>
          <button type="button" className="link-button" onClick={showAll}>
            {t('Show all fields')}
          </button>
        </Group>
      ) : null}
      <FieldGroups groups={groups} field={fields.field} />
      {(isMissing || isApart) && !isShown ? (
        <EmptyState title={isMissing ? t('Nothing is missing here') : t('No such fields')}>
          <Button size="xs" variant="default" onClick={showAll}>
            {t('Show all fields')}
          </Button>
        </EmptyState>
      ) : null}
      {model.below.length === 0 || isMissing || isApart ? null : (
        <Text c="dimmed">
          {t('Variants have their own values of: {fields}.', { fields: model.below.join(', ') })}
        </Text>
      )}
    </div>
  );
}
