import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../../../i18n/translate.ts';
import { CloseIcon } from '../../../ui/icons.ts';

/** Shows the facets over the list; Escape, the button and a click beside them close it. */
export function FacetsDrawer({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="facets-drawer" aria-labelledby={id} onClose={onClose} closedby="any">
      <header className="row panel-head">
        <h2 id={id}>{t('Quick filters')}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Close')}
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </header>
      {children}
    </dialog>
  );
}
