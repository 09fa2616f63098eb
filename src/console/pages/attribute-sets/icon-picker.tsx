import { useId } from 'react';
import type { EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { titled } from '../../ui/status-badge.tsx';
import { SetIcon } from '../../ui/thumbnail/set-icon.tsx';

/** Selects one of the icons: Tab reaches the selected one, arrow keys select another one. */
export function IconPicker({
  label,
  description,
  value,
  error,
  isDisabled,
  onChange,
  names,
}: EditorProps<string | null> & { readonly names: readonly string[] }) {
  const name = useId();
  return (
    <fieldset className="icon-picker" disabled={isDisabled}>
      <legend className="config-value-label">{label}</legend>
      <p className="quiet">{description}</p>
      {error === undefined ? null : <p role="alert">{error}</p>}
      <div>
        {[null, ...names].map((icon) => {
          const title = icon === null ? t('None') : translateLabel(titled(icon));
          return (
            <label key={icon} title={title}>
              <input
                type="radio"
                className="visually-hidden"
                name={name}
                aria-label={title}
                checked={value === icon}
                onChange={() => onChange(icon)}
              />
              {icon === null ? '–' : <SetIcon name={icon} />}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
