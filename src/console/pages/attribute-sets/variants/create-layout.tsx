import { Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelLocale } from '../../../api/label-locale.ts';
import { meQuery } from '../../../api/workspace.ts';
import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';
import type { SetContent, VariantLayout } from '../content/set-content.ts';
import { axisMembers, MAX_AXES } from './edit-layouts.ts';
import { toChoices } from './layout-levels.tsx';

/** Creates a variant layout in the draft of a set: its label, the axes of one or two levels, and its code. */
export function CreateLayout(props: {
  readonly content: SetContent;
  readonly onCreate: (layout: VariantLayout) => void;
  readonly onCancel: () => void;
}) {
  const { content, onCreate, onCancel } = props;
  const organization = useQuery(meQuery).data?.organization;
  const locale = labelLocale() ?? organization?.defaultLocale ?? 'en_US';
  const [label, setLabel] = useState('');
  const [typedCode, setTypedCode] = useState('');
  const [axes, setAxes] = useState<readonly (readonly string[])[]>([[], []]);
  const choices = axisMembers(content);
  const isTaken = (code: string) => content.layouts.some((layout) => layout.code === code);
  const code = typedCode || codeFromLabel(label, isTaken);
  const codeError = isTaken(code)
    ? t('{code} exists already. Choose another code.', { code })
    : /^\w*$/.test(code)
      ? undefined
      : t('Use letters, digits and _.');
  const isComplete = code !== '' && codeError === undefined && axes.some((codes) => codes.length > 0);
  const levels = axes
    .filter((codes) => codes.length > 0)
    .map((codes) => ({
      axes: codes.flatMap((axis) => {
        const attribute = choices.find((member) => member.attribute.code === axis)?.attribute;
        return attribute === undefined ? [] : [{ code: axis, label: attribute.label }];
      }),
      attributes: [],
    }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isComplete) return;
        const labels = label === '' ? [] : [{ locale, text: label }];
        onCreate({ code, label: label || code, labels, productsCount: 0, levels });
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('Label in {locale}', { locale: localeName(locale) })}
          data-autofocus
          maxLength={255}
          value={label}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        {[t('Axes of level 1'), t('Axes of level 2 (optional)')].map((title, level) => (
          <MultiPicker
            key={title}
            label={title}
            description={level === 0 ? t('Selections, measurements, yes or no, and entities.') : undefined}
            maxValues={MAX_AXES}
            data={toChoices(choices.filter(({ attribute }) => !axes[1 - level]?.includes(attribute.code)))}
            value={[...(axes[level] ?? [])]}
            onChange={(codes) => setAxes((old) => old.map((one, index) => (index === level ? codes : one)))}
          />
        ))}
        <TextInput
          label={t('Code')}
          description={t('Letters, digits and _. It cannot be changed later.')}
          value={code}
          error={codeError}
          maxLength={100}
          onChange={({ currentTarget }) => setTypedCode(currentTarget.value)}
        />
        <FormButtons submit={t('Create')} isBusy={false} isDisabled={!isComplete} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
