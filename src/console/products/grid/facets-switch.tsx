import { useState } from 'react';
import { t } from '../../language/t.ts';
import { CollapseIcon } from '../../ui/icons.ts';

const CLOSED = 'catalograph-facets-closed';

/** Whether the facets are beside the list, as it was chosen last in this browser. */
export function useFacetsSwitch() {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(CLOSED) !== 'true');
  const toggle = () => {
    localStorage.setItem(CLOSED, String(isOpen));
    setIsOpen(!isOpen);
  };
  return { isOpen, toggle };
}

/** The button that shows the facets or gives their width to the list. */
export function FacetsSwitch({
  isOpen,
  onSwitch,
}: {
  readonly isOpen: boolean;
  readonly onSwitch: () => void;
}) {
  const label = isOpen ? t('Hide filters') : t('Show filters');
  return (
    <button
      type="button"
      className="icon-button facets-switch"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onSwitch}
    >
      <CollapseIcon />
    </button>
  );
}
