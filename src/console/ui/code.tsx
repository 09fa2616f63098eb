import { t } from '../i18n/translate.ts';
import { notifySuccess } from './messages/notifications.ts';

/** Shows a code or SKU; a click copies it. */
export function Code({ children }: { readonly children: string }) {
  return (
    <button
      type="button"
      className="code copy"
      title={t('Copy')}
      onClick={() => {
        // Plain HTTP has no clipboard; the text can be selected there.
        void navigator.clipboard
          ?.writeText(children)
          .then(() => notifySuccess(t('{text} copied.', { text: children })));
      }}
    >
      {children}
    </button>
  );
}
