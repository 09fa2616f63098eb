import { Button } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../messages/notifications.ts';

/** Copies a text that has a name. */
export function CopyText({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('Copy {name}', { name })}
      onClick={() => {
        // Plain HTTP has no clipboard; the text can be selected there.
        void navigator.clipboard?.writeText(text).then(() => notifySuccess(t('Copied.')));
      }}
    >
      {t('Copy')}
    </Button>
  );
}
