import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { saveModel } from '../../../catalogue/model/apply-model.ts';
import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { StartWay, type WayProps } from './start-way.tsx';
import type { TargetInput } from './target-fields.tsx';

/** Begins without a template: creates the first channel, which all products need, and opens the attribute sets. */
export function ByHand({ target, isDisabled }: WayProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  return (
    <StartWay
      title={t('Your own model')}
      description={
        target === null
          ? t('Attribute sets and attributes that you create yourself.')
          : t(
              'Creates the channel {channel} in {locales} with {currencies}; then you create attribute sets.',
              {
                channel: target.label,
                locales: formatList(target.locales.map(localeName)),
                currencies: formatList(target.currencies),
              },
            )
      }
      action={t('Build the model by hand')}
      isDisabled={isDisabled}
      run={async () => {
        if (target !== null) {
          const undo = await saveModel({ channels: [channelOf(target)] });
          notifySuccess(t('{name} created.', { name: target.label }), undoable(undo));
          await queryClient.invalidateQueries();
        }
        await navigate({ to: '/model/attribute-sets/{-$code}' });
      }}
    />
  );
}

/** Returns the input of the first channel, whose label is in its first locale. */
const channelOf = ({ label, locales, currencies }: TargetInput) => ({
  code: codeFromLabel(label) || 'webshop',
  labels: locales.slice(0, 1).map((locale) => ({ locale, text: label })),
  locales: [...locales],
  currencies: [...currencies],
});
