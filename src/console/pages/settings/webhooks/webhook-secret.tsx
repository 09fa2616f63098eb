import { Rich } from '../../../language/rich.tsx';
import { t } from '../../../language/t.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { SecretOnce } from '../../../ui/messages/secret-once.tsx';

/** Shows the new or rotated secret of a webhook. */
export function WebhookSecret(props: {
  readonly secret: string;
  /** Time until which the previous secret is used as well; null for a new webhook. */
  readonly previousSecretUntil: string | null;
}) {
  const { secret, previousSecretUntil } = props;
  return (
    <SecretOnce label={t('Secret')} secret={secret}>
      {t(
        'The secret is shown only once. Catalograph stores it encrypted and signs every delivery with it. If you lose it, rotate the secret.',
      )}
      {previousSecretUntil === null ? null : (
        <>
          {' '}
          <Rich
            message="Until {date} deliveries are also signed with the old secret. Update your receiver before then."
            values={{ date: <DateTime at={previousSecretUntil} /> }}
          />
        </>
      )}
    </SecretOnce>
  );
}
