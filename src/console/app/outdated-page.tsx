import { useSyncExternalStore } from 'react';
import { t } from '../i18n/translate.ts';

let isOutdated = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns true if the server has another build than this page, whose scripts are gone. */
export const useIsOutdated = (): boolean => useSyncExternalStore(subscribe, () => isOutdated);

const SCRIPT = /https?:\/\/\S+\.js/;

/** Returns true if a script could not be loaded because it is gone, and not because of the connection. */
async function isScriptMissing(error: unknown): Promise<boolean> {
  const [url] = SCRIPT.exec(error instanceof Error ? error.message : '') ?? [];
  if (url !== undefined) return (await fetch(url, { cache: 'no-store' })).status === 404;
  // Safari does not name the script: a page of another build names another entry.
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
  return page.ok && entry != null && !(await page.text()).includes(entry);
}

/** Finds out, whenever a script of this page cannot be loaded, whether the server was updated. */
export function watchUpdates(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (isOutdated) return;
    isScriptMissing(payload)
      .then((isReleased) => {
        if (!isReleased) return;
        isOutdated = true;
        for (const listener of listeners) listener();
      })
      // Without a connection the result is unknown.
      .catch(() => undefined);
  });
}

/** Says that the server was updated. The page is loaded again only by the user, so that it cannot do so for ever. */
export function UpdateNotice() {
  if (!useIsOutdated()) return null;
  return (
    <div className="update-notice" role="status">
      <p>
        <strong>{t('Catalograph was updated.')}</strong>{' '}
        {t('Reload to continue; what you typed is kept in this browser.')}
      </p>
      <button type="button" className="flat bar-button" data-accent onClick={() => location.reload()}>
        {t('Reload')}
      </button>
    </div>
  );
}
