import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';

/** Shows the values between which one is chosen by hand, after somebody else saved the same. */
export const ConflictChoice = (props: {
  readonly legend: string;
  readonly choices: readonly {
    readonly label: string;
    readonly value: ReactNode;
    readonly choose: () => void;
  }[];
}) => (
  <fieldset className="conflict">
    <legend>{props.legend}</legend>
    {props.choices.map(({ label, value, choose }) => (
      <button key={label} type="button" onClick={choose}>
        <span>{label}</span>
        <span className="conflict-value">{value || t('empty')}</span>
      </button>
    ))}
  </fieldset>
);
