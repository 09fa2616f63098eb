import { useSyncExternalStore } from 'react';
import { t } from '../../i18n/translate.ts';
import { CloseIcon } from '../icons.ts';

interface Toast {
  readonly key: number;
  /** Time when it appeared, in milliseconds. */
  readonly at: number;
  readonly tone: 'ok' | 'info' | 'error';
  readonly title?: string;
  readonly message: string;
  /** A button, such as *Undo*. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

const VISIBLE_MS = 5_000;
let currentToasts: readonly Toast[] = [];
let lastKey = 0;
const listeners = new Set<() => void>();

function replace(toasts: readonly Toast[]): void {
  currentToasts = toasts;
  for (const listener of listeners) listener();
}

const close = (key: number) => replace(currentToasts.filter((toast) => toast.key !== key));

/** Milliseconds within which the messages of one action come. */
const GROUPING_MS = 3_000;
/** Maximum number of messages that are shown at a time. */
const MAX_TOASTS = 3;

/**
 * Shows a message in the corner: an error until it is closed or something succeeds later, others for five seconds or until the
 * next one.
 */
export function showToast(toast: Omit<Toast, 'key' | 'at'>): void {
  lastKey += 1;
  const key = lastKey;
  const now = Date.now();
  const remainingToasts = currentToasts.filter(({ tone, message, at }) =>
    tone === 'error'
      ? message !== toast.message && (toast.tone !== 'ok' || now - at < GROUPING_MS)
      : toast.tone === 'error',
  );
  replace([...remainingToasts.slice(1 - MAX_TOASTS), { ...toast, key, at: now }]);
  if (toast.tone !== 'error') setTimeout(() => close(key), VISIBLE_MS);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Shows the messages that are shown now; screen readers announce new ones. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => currentToasts);
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map(({ key, tone, title, message, action }) => (
        <div key={key} className="toast" data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
          <div>
            {title === undefined ? null : <strong>{title}</strong>}
            <p>{message}</p>
          </div>
          {action === undefined ? null : (
            <button
              type="button"
              className="flat bar-button"
              data-accent
              onClick={() => {
                close(key);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={t('Close notification')}
            onClick={() => close(key)}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
    </div>
  );
}
