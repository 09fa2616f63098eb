import { Stack } from '@mantine/core';
import { useState } from 'react';
import { LabelInputs } from '../../../catalogue/model/fields/label-inputs.tsx';
import { toLabels } from '../../../catalogue/model/fields/labels.ts';
import { useLabelLocale } from '../../../catalogue/model/fields/use-label-locale.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import type { VariantLayout } from '../content/set-content.ts';

/** Changes the labels of a variant layout in the draft of a set, in all enabled locales. */
export function RenameLayout(props: {
  readonly layout: VariantLayout;
  readonly onRename: (layout: VariantLayout) => void;
  readonly onCancel: () => void;
}) {
  const { layout, onRename, onCancel } = props;
  const locale = useLabelLocale();
  const [labels, setLabels] = useState(toLabels(layout.labels));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const texts = Object.entries(labels).map(([code, text]) => ({ locale: code, text: text.trim() }));
        const written = texts.filter(({ text }) => text !== '');
        const label = written.find((one) => one.locale === locale) ?? written[0];
        onRename({ ...layout, label: label?.text ?? layout.code, labels: written });
      }}
    >
      <Stack gap="sm">
        <LabelInputs
          item={null}
          label={t('Labels')}
          description={undefined}
          value={labels}
          error={undefined}
          isDisabled={false}
          onChange={setLabels}
        />
        <FormButtons submit={t('Rename')} isBusy={false} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
