import { t } from '../../../i18n/translate.ts';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import { formatChangedValue, NO_LABELS } from '../../changes/format-change.ts';
import type { DraftValue, ValueIssue } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';

/** Shows a value that somebody else changed meanwhile: which one stays is chosen by hand. */
export function ConflictResolution(props: {
  readonly store: DraftStore;
  readonly draft: DraftValue;
  readonly met: NonNullable<ValueIssue['met']>;
}) {
  const { store, draft, met } = props;
  const put = (change: Partial<DraftValue>) => store.put([{ ...draft, ...change, base: met.theirs }]);
  return (
    <ConflictChoice
      legend={t('{name} changed this value meanwhile', { name: met.by })}
      choices={[
        { label: t('Keep mine'), value: draft.text, choose: () => put({}) },
        {
          label: t('Take theirs'),
          value: formatChangedValue(met.theirs, { ...draft, path: null }, NO_LABELS),
          choose: () => store.remove([draft]),
        },
        {
          label: t('As before'),
          value: draft.baseText,
          choose: () => put({ text: draft.baseText, value: draft.base }),
        },
      ]}
    />
  );
}
