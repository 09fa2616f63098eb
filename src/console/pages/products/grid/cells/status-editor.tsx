import { OptionEditor } from '../../../../catalogue/values/option-editor.tsx';
import { STATUSES, type Status } from '../../../../catalogue/values/statuses.ts';
import { t, translateLabel } from '../../../../i18n/translate.ts';
import type { EditorProps } from '../../../../ui/sheet/sheet-types.ts';
import { titled } from '../../../../ui/status-badge.tsx';

const OPTIONS = STATUSES.map((status) => ({
  code: status,
  label: translateLabel(titled(status)),
  names: [],
}));

/** Chooses the status of a product in its cell; it begins at the one that the product has. */
export function StatusEditor(
  props: EditorProps & { readonly status: Status; readonly onChoose: (status: Status) => void },
) {
  const { status, onChoose, ...editor } = props;
  return (
    <OptionEditor
      {...editor}
      label={t('Status')}
      options={OPTIONS}
      chosen={[status]}
      isMany={false}
      startsAtChosen
      onCommit={([option]) => {
        const next = STATUSES.find((one) => one === option?.code);
        if (next !== undefined) onChoose(next);
      }}
    />
  );
}
