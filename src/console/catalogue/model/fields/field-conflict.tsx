import type { ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';

/** Shows a value that somebody else saved while it was edited here: which one stays is chosen by hand. */
export const FieldConflictChoice = (props: {
  readonly mine: ReactNode;
  readonly stored: ReactNode;
  readonly onChoose: (isMine: boolean) => void;
}) => (
  <fieldset className="conflict">
    <legend>{t('Another person changed this meanwhile')}</legend>
    <button type="button" onClick={() => props.onChoose(true)}>
      <span>{t('Keep mine')}</span>
      <span className="conflict-value">{props.mine || t('empty')}</span>
    </button>
    <button type="button" onClick={() => props.onChoose(false)}>
      <span>{t('Take theirs')}</span>
      <span className="conflict-value">{props.stored || t('empty')}</span>
    </button>
  </fieldset>
);
