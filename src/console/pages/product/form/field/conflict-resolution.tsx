import { formatChangedValue, NO_LABELS } from '../../../../catalogue/changes/format-change.ts';
import { t } from '../../../../i18n/translate.ts';
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
    <fieldset className="conflict">
      <legend>{t('{name} changed this value meanwhile', { name: met.by })}</legend>
      <button type="button" onClick={() => put({})}>
        <span>{t('Keep mine')}</span>
        <span className="conflict-value">{draft.text || t('empty')}</span>
      </button>
      <button type="button" onClick={() => store.remove([draft])}>
        <span>{t('Take theirs')}</span>
        <span className="conflict-value">
          {formatChangedValue(met.theirs, { ...draft, path: null }, NO_LABELS)}
        </span>
      </button>
      <button type="button" onClick={() => put({ text: draft.baseText, value: draft.base })}>
        <span>{t('As before')}</span>
        <span className="conflict-value">{draft.baseText || t('empty')}</span>
      </button>
    </fieldset>
  );
}
