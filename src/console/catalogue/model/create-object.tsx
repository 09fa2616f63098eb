import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { useUndo } from '../undo/use-undo.ts';
import { saveModel } from './apply-model.ts';
import { codeFromLabel } from './code-from-label.ts';
import type { CreationProps } from './config-page-types.ts';
import { LabelAndCode } from './fields/label-and-code.tsx';
import { useLabelLocale } from './fields/use-label-locale.ts';
import { creationChanges, faultOf } from './object-input.ts';

/** Creates an object, or a copy of one: its label first, its code is made of that, then the few fields that it needs. */
export function CreateObject(props: CreationProps) {
  const { page, codes, original, onCreated, onCancel } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const locale = useLabelLocale();
  const [label, setLabel] = useState(props.initialLabel ?? '');
  const [typedCode, setTypedCode] = useState<string | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const code = typedCode ?? codeFromLabel(label, (other) => codes.includes(other));
  // Values of a copy are changed once it exists.
  const fields = original === undefined ? page.fields.filter(({ isInDialog }) => isInDialog) : [];
  const creating = useMutation({
    mutationFn: async () => {
      // A save changes an object that exists. One that is not on the loaded pages of the list is looked up.
      if (page.codeEditor === undefined && (await page.load(code)) !== null)
        throw new ApiError('conflict', t('{code} exists already. Choose another code.', { code }));
      const labels = label === '' ? {} : { labels: { [locale]: label } };
      const content = { ...original?.values, ...values, ...labels };
      return saveModel(creationChanges(page, code, content, original?.elements));
    },
    onSuccess: async (undo) => {
      notifySuccess(t('{name} created.', { name: label || code }), undoable(undo));
      onCreated(code);
      await queryClient.invalidateQueries();
    },
  });
  const CodeEditor = page.codeEditor;
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
        {CodeEditor === undefined ? (
          <LabelAndCode
            labelTitle={t('Label in {locale}', { locale: localeName(locale) })}
            label={label}
            code={code}
            codeHint={t('Letters, digits and _. It cannot be changed later.')}
            codeError={faultOf(creating.error, 'code')}
            onLabel={setLabel}
            onCode={setTypedCode}
          />
        ) : (
          <CodeEditor code={code} onChange={setTypedCode} />
        )}
        {fields.map(({ name, label: title, description, initial, Editor }) => (
          <Editor
            key={name}
            label={title}
            description={description}
            value={name in values ? values[name] : initial}
            error={faultOf(creating.error, name)}
            isDisabled={creating.isPending}
            onChange={(value: unknown) => setValues((old) => ({ ...old, [name]: value }))}
          />
        ))}
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
