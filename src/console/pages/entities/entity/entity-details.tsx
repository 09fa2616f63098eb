import { Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { VariablesOf } from '../../../api/graphql.ts';
import { unwrapPayload } from '../../../api/problem.ts';
import { requestWithId } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { refreshEntities } from '../../../catalogue/actions/restore-entity.ts';
import { revertRequest } from '../../../catalogue/undo/revert-request.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { EntityPicker } from '../entity-picker.tsx';
import { type Entity, type FormEntityType, UPDATE_ENTITY } from './entity-page-documents.ts';

type Changes = VariablesOf<typeof UPDATE_ENTITY>['input'];

interface Props {
  readonly entity: Entity;
  readonly type: FormEntityType;
  readonly mayEdit: boolean;
}

/** Shows what an entity has besides its values; each change is saved at once, with undo. */
export function EntityDetails(props: Props) {
  const { entity, type, mayEdit } = props;
  const { locale, channels } = useViewScope();
  const change = useEntityChange(entity, type.code);
  const locales = new Set(channels.flatMap((channel) => channel.locales.map(({ code }) => code)));
  const labelOf = (code: string) => (entity.labels ?? []).find((one) => one.locale === code)?.text ?? '';
  if (!mayEdit) return <Values {...props} locales={[...locales]} labelOf={labelOf} />;
  return (
    <Stack maw={480} gap="sm">
      <Switch
        label={t('Active')}
        description={t('Products keep an inactive entity, but cannot select it.')}
        checked={entity.active ?? true}
        disabled={change.isPending}
        onChange={({ currentTarget }) => change.mutate({ active: currentTarget.checked })}
      />
      {type.hierarchical ? (
        <EntityPicker
          label={t('Parent')}
          type={type.code}
          locale={locale?.code ?? ''}
          value={entity.parent?.code ?? null}
          except={entity.code}
          isDisabled={change.isPending}
          onChange={(parent) => change.mutate({ parent })}
        />
      ) : null}
      {type.attributeAsLabel === null
        ? [...locales].map((code) => (
            <LabelInput
              key={code}
              locale={code}
              text={labelOf(code)}
              onSave={(text) =>
                change.mutateAsync({ labels: [{ locale: code, text: text === '' ? null : text }] })
              }
            />
          ))
        : null}
    </Stack>
  );
}

/** Edits the label in a locale, which is saved when the field is left. */
function LabelInput(props: {
  readonly locale: string;
  readonly text: string;
  /** Saves a label; it is stored and shown once that resolves. */
  readonly onSave: (text: string) => Promise<unknown>;
}) {
  const { locale, text, onSave } = props;
  // It is null while nothing is typed.
  const [typedText, setTypedText] = useState<string | null>(null);
  const savedText = useRef<string | null>(null);
  const save = async () => {
    const label = typedText?.trim() ?? text;
    // Enter saves, and the field is left after it.
    if (label === (savedText.current ?? text)) return;
    savedText.current = label;
    try {
      await onSave(label);
      setTypedText((current) => (current?.trim() === label ? null : current));
    } catch {
      // The message is shown, and the typed text stays.
    }
    if (savedText.current === label) savedText.current = null;
  };
  return (
    <TextInput
      label={t('Label in {locale}', { locale: localeName(locale) })}
      value={typedText ?? text}
      maxLength={255}
      onChange={({ currentTarget }) => setTypedText(currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void save();
      }}
    />
  );
}

function Values(
  props: Props & { readonly locales: readonly string[]; readonly labelOf: (locale: string) => string },
) {
  const { entity, type, locales, labelOf } = props;
  const ownLabels =
    type.attributeAsLabel === null
      ? locales.map((code) => [localeName(code), labelOf(code) || t('empty')] as const)
      : [];
  return (
    <DescriptionList
      items={{
        [t('Active')]: entity.active === false ? t('No') : t('Yes'),
        [t('Parent')]: type.hierarchical ? (entity.parent?.label ?? t('None')) : null,
        ...Object.fromEntries(ownLabels),
      }}
    />
  );
}

/** Saves changes of an entity, and offers to undo them. */
function useEntityChange({ id, version, label }: Entity, type: string) {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  // The page shows an earlier version until it is loaded again.
  const savedVersion = useRef(0);
  return useMutation({
    // The last text of a label is saved last.
    scope: { id: `entity ${id}` },
    mutationFn: async (input: Changes) => {
      const ifVersion = Math.max(version, savedVersion.current);
      const variables = { type, id, input, ifVersion, dryRun: false };
      const { data, requestId } = await requestWithId(UPDATE_ENTITY, variables);
      savedVersion.current = unwrapPayload(data.updateEntity).entity.version;
      return requestId;
    },
    onError: notifyError,
    onSuccess: (requestId) =>
      notifySuccess(
        t('{name} saved.', { name: label }),
        requestId === null ? undefined : undoable(() => revertRequest(requestId)),
      ),
    onSettled: () => refreshEntities(queryClient),
  });
}
