import { Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshEntities } from '../../catalogue/actions/restore-entity.ts';
import { codeFromLabel } from '../../catalogue/model/code-from-label.ts';
import { LabelAndCode } from '../../catalogue/model/fields/label-and-code.tsx';
import { faultOf } from '../../catalogue/model/object-input.ts';
import { revertRequest } from '../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../catalogue/undo/use-undo.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { createEntity, type EntityType } from './entity-documents.ts';
import { EntityPicker } from './entity-picker.tsx';
import { AddAttributes } from './no-attributes.tsx';

/** Creates an entity: its label first, its code is made of that. */
export function CreateEntity(props: {
  readonly type: EntityType;
  readonly page: { readonly channel: string; readonly locale: string };
  readonly onCreated: (code: string) => void;
  readonly onCancel: () => void;
}) {
  const { type, page, onCreated, onCancel } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [label, setLabel] = useState('');
  const [typedCode, setTypedCode] = useState<string | null>(null);
  const [parent, setParent] = useState<string | null>(null);
  const code = typedCode ?? codeFromLabel(label, () => false);
  const creating = useMutation({
    mutationFn: () => createEntity({ type, code, label: label.trim(), parent }, page),
    onSuccess: async (requestId) => {
      notifySuccess(
        t('{name} created.', { name: label.trim() || code }),
        requestId === null ? undefined : undoable(() => revertRequest(requestId)),
      );
      onCreated(code);
      await refreshEntities(queryClient);
    },
  });
  const hasLocale = type.attributeAsLabel === null || type.attributeAsLabel.localizable;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== '') creating.mutate();
      }}
    >
      <Stack gap="sm">
        {creating.isError ? <ErrorAlert error={creating.error} /> : null}
        <LabelAndCode
          labelTitle={hasLocale ? t('Label in {locale}', { locale: localeName(page.locale) }) : t('Label')}
          label={label}
          code={code}
          codeHint={t('Letters, digits, - and _. It cannot be changed later.')}
          codeError={faultOf(creating.error, 'code')}
          onLabel={setLabel}
          onCode={setTypedCode}
        />
        {type.hierarchical ? (
          <EntityPicker
            label={t('Parent')}
            type={type.code}
            locale={page.locale}
            value={parent}
            onChange={setParent}
          />
        ) : null}
        {type.attributes.length > 0 ? null : (
          <Text size="xs" c="dimmed">
            {t('The entity type has no attributes yet.')}{' '}
            <AddAttributes type={type.code} onFollow={onCancel} />
          </Text>
        )}
        <FormButtons
          submit={t('Create')}
          isBusy={creating.isPending}
          isDisabled={code === ''}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
