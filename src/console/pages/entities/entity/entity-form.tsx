import { Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useFieldFocus } from '../../../catalogue/form/field/field-focus.ts';
import { FieldGroups } from '../../../catalogue/form/field/field-groups.tsx';
import { FormContext, useDraftStore } from '../../../catalogue/form/form-context.ts';
import { ChannelLocaleHeaders, OrphanedValues, SaveBar } from '../../../catalogue/form/form-parts.tsx';
import type { ChannelLocale } from '../../../catalogue/form/form-source.ts';
import { GroupList } from '../../../catalogue/form/group-list.tsx';
import { useFormModel, useSameContexts } from '../../../catalogue/form/use-form-model.ts';
import {
  focusNextField,
  focusNextIssue,
  useFormShortcuts,
} from '../../../catalogue/form/use-form-shortcuts.ts';
import { useSaveDraft } from '../../../catalogue/form/use-save-draft.ts';
import { useUndoShortcuts } from '../../../catalogue/undo/use-undo-shortcuts.ts';
import { t } from '../../../i18n/translate.ts';
import { EmptyState } from '../../../ui/messages/states.tsx';
import { AddAttributes } from '../no-attributes.tsx';
import { entityFormSource, toFormObject } from './entity-form-source.ts';
import type { Entity, EntityPageData, FormEntityType } from './entity-page-documents.ts';

const NO_CHANNELS: readonly string[] = [];
const nothing = () => undefined;

/** Shows the values of an entity in one or two contexts, to be edited and saved together. */
export function EntityForm(props: {
  readonly entity: Entity;
  readonly type: FormEntityType;
  readonly channels: EntityPageData['channels']['nodes'];
  readonly contexts: readonly ChannelLocale[];
  readonly userId: string;
  readonly mayEdit: boolean;
  /** Code of an attribute whose field takes the focus. */
  readonly field: string | undefined;
}) {
  const { entity, type, channels, userId, mayEdit, field } = props;
  const { id, code } = entity;
  const contexts = useSameContexts(props.contexts);
  const source = useMemo(() => entityFormSource(type.code), [type.code]);
  const store = useDraftStore(userId, id, draftName(type.code, code));
  const saving = useSaveDraft(source, id, store);
  const object = useMemo(() => toFormObject(entity, type, contexts), [entity, type, contexts]);
  const model = useFormModel(object, channels, contexts);
  const box = useRef<HTMLDivElement>(null);
  useFieldFocus(box, field, id, model.groups.length > 0);
  useUndoShortcuts({
    save: () => void saving.save(),
    undo: () => void saving.undo(),
    redo: () => void saving.redo(),
  });
  useFormShortcuts({
    saveAndNext: () => void saving.save(),
    publish: () => {
      void saving.save();
      return true;
    },
    next: nothing,
    previous: nothing,
    toggleMissing: nothing,
    toWrong: focusNextIssue,
    nextField: focusNextField,
  });
  const scope = useMemo(
    () => ({ source, store, contexts, channels, mayEdit, parent: null, attempt: saving.attempt }),
    [source, store, contexts, channels, mayEdit, saving.attempt],
  );
  if (model.groups.length === 0)
    return (
      <EmptyState title={t('The entity type has no attributes')}>
        <AddAttributes type={type.code} />
      </EmptyState>
    );
  return (
    <FormContext value={scope}>
      <div className="form" data-contexts={contexts.length} data-reader={mayEdit ? undefined : true}>
        <div className="form-side">
          {model.groups.length === 1 ? null : <GroupList groups={model.groups} shown={model.groups} />}
        </div>
        <div className="form-fields" ref={box}>
          {mayEdit ? null : (
            <Text c="dimmed" mt={8} mb={4}>
              {t('You can only read. Ask an owner or admin to edit.')}
            </Text>
          )}
          {contexts.length > 1 ? <ChannelLocaleHeaders model={model} /> : null}
          <OrphanedValues model={model} />
          <FieldGroups groups={model.groups} field={field} />
        </div>
      </div>
      <SaveBar saving={saving} liveIn={NO_CHANNELS} />
    </FormContext>
  );
}

/** Returns the name by which the browser stores what is typed for an entity. */
export const draftName = (type: string, code: string): string => `${type}/${code}`;
