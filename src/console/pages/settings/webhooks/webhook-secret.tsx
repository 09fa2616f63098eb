import { FormattedMessage } from '../../../i18n/formatted-message.tsx';
import { t } from '../../../i18n/translate.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { OneTimeSecret } from '../../../ui/messages/one-time-secret.tsx';

/** Shows the new or rotated secret of a webhook. */
export function WebhookSecret(props: {
  readonly secret: string;
  /** Time until which the previous secret is used as well; null for a new webhook. */
  readonly previousSecretUntil: string | null;
}) {
  const { secret, previousSecretUntil } = props;
  return (
    <OneTimeSecret label={t('Secret')} secret={secret}>
      {t(
        'The secret is shown only once. Catalograph stores it encrypted and signs every delivery with it. If you lose it, rotate the secret.',
      )}
      {previousSecretUntil === null ? null : (
        <>
          {' '}
          <FormattedMessage
            message="Until {date} deliveries are also signed with the old secret. Update your receiver before then."
            values={{ date: <DateTime at={previousSecretUntil} /> }}
          />
        </>
      )}
    </OneTimeSecret>
  );
}
