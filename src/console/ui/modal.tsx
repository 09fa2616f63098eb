import { Modal as LibraryModal, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useState } from 'react';
import { t } from '../i18n/translate.ts';

/** Shows a dialog. Its script comes with all that it needs of the component library. */
export function Modal(props: {
  /** It is null while the dialog is closed. */
  readonly title: string | null;
  readonly onClose: () => void;
  readonly size?: 'sm' | 'lg' | 'xl';
  readonly children: ReactNode;
}) {
  // The dialog stores which element has the focus when it opens; this one is open when its script is there.
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return (
    <LibraryModal
      opened={isMounted && props.title !== null}
      onClose={props.onClose}
      size={props.size ?? 'lg'}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 80 }}
      title={props.title}
    >
      <PortalTarget>{props.children}</PortalTarget>
    </LibraryModal>
  );
}

/**
 * Renders dropdowns in the dialog, because screen readers ignore everything outside it, and beside its body, which
 * scrolls and would cut them.
 */
function PortalTarget({ children }: { readonly children: ReactNode }) {
  const id = useId();
  const mark = useCallback(
    (element: HTMLElement | null) => {
      const dialog = element?.closest<HTMLElement>('[role=dialog]');
      dialog?.setAttribute('data-dropdowns', id);
      if (dialog == null) return undefined;
      const stops = [focusLoadedField(dialog), selectTextOnTab(dialog)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [id],
  );
  const theme = useMemo(() => {
    const portalProps = { target: `[data-dropdowns="${id}"]` };
    return { components: { Combobox: { defaultProps: { portalProps } } } };
  }, [id]);
  return (
    <MantineThemeProvider theme={theme}>
      <span ref={mark} hidden />
      {children}
    </MantineThemeProvider>
  );
}

/** Gives the focus to the first field of a dialog if its content is loaded after it has opened. Returns what ends that. */
function focusLoadedField(dialog: Element): () => void {
  const observer = new MutationObserver(() => {
    const field = dialog.querySelector<HTMLElement>('[data-autofocus]');
    if (field === null) return;
    observer.disconnect();
    if (document.activeElement?.matches('input, textarea, select') !== true) field.focus();
  });
  observer.observe(dialog, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Selects the text of a field that Tab leads to, as browsers do. The library moves the focus by a script instead, which
 * leaves the caret behind the text. Returns what ends that.
 */
function selectTextOnTab(dialog: HTMLElement): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let isTab = false;
  dialog.addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), { signal });
  dialog.addEventListener('keyup', () => (isTab = false), { signal });
  dialog.addEventListener(
    'focusin',
    ({ target }) => {
      if (isTab && target instanceof HTMLInputElement) target.select();
    },
    { signal },
  );
  return () => ending.abort();
}
