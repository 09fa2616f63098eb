import { Button } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { t } from '../../../i18n/translate.ts';
import { CollapseIcon } from '../../../ui/icons.ts';

const CLOSED = 'catalograph-facets-closed';
/** Matches windows below the width in which the list has room beside the facets. */
const narrow = matchMedia('(max-width: 75em)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/**
 * Returns the visibility of the facets, and its switch: beside the list, as it was chosen last in this browser, or over
 * it where it is narrow.
 */
export function useFacetsToggle() {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  const [isBeside, setIsBeside] = useState(() => localStorage.getItem(CLOSED) !== 'true');
  const [isOver, setIsOver] = useState(false);
  const toggle = () => {
    if (isNarrow) return setIsOver(!isOver);
    localStorage.setItem(CLOSED, String(isBeside));
    setIsBeside(!isBeside);
  };
  return { isNarrow, isOpen: isNarrow ? isOver : isBeside, toggle };
}

/** Shows the button that shows the facets or gives their width to the list. */
export function FacetsToggle(props: {
  readonly isNarrow: boolean;
  readonly isOpen: boolean;
  readonly onSwitch: () => void;
}) {
  const { isNarrow, isOpen, onSwitch } = props;
  const label = isOpen ? t('Hide filters') : t('Show filters');
  if (isNarrow)
    return (
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onSwitch}>
        {t('Quick filters')}
      </Button>
    );
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      onClick={onSwitch}
    >
      <CollapseIcon />
    </button>
  );
}
