import { DateTime } from '../../ui/date-time.tsx';
import { SecretOnce } from '../../ui/messages/secret-once.tsx';

/** The new or rotated secret of a webhook. */
export function WebhookSecret(props: {
  readonly secret: string;
  /** Until when the previous secret is used as well; null for a new webhook. */
  readonly previousSecretUntil: string | null;
}) {
  const { secret, previousSecretUntil } = props;
  return (
    <SecretOnce label="Secret" secret={secret}>
      The secret is shown only once. Catalograph stores it encrypted and signs every delivery with it. If you
      lose it, rotate the secret.
      {previousSecretUntil === null ? null : (
        <>
          {' '}
          Until <DateTime at={previousSecretUntil} /> deliveries are also signed with the old secret. Update
          your receiver before then.
        </>
      )}
    </SecretOnce>
  );
}
