import { t, tCode } from '../../../language/t.ts';
import { titled } from '../../../ui/status-badge.tsx';
import { OptionEditor } from '../../values/option-editor.tsx';
import { STATUSES, type Status } from '../../values/statuses.ts';
import type { EditorProps } from '../sheet/sheet-types.ts';

const OPTIONS = STATUSES.map((status) => ({ code: status, label: tCode(titled(status)), names: [] }));

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
