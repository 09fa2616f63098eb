import { Moment } from '../../shell/moment.tsx';
import { SecretOnce } from '../../shell/secret-once.tsx';

/** The secret of a webhook, new or rotated. */
export function WebhookSecret(props: {
  readonly secret: string;
  /** Until when the secret before it signs, too; null for a new webhook. */
  readonly previousSecretUntil: string | null;
}) {
  const { secret, previousSecretUntil } = props;
  return (
    <SecretOnce label="Secret" secret={secret}>
      The secret is shown only once. Catalograph keeps it encrypted and signs every delivery with it. If you
      lose it, rotate the secret.
      {previousSecretUntil === null ? null : (
        <>
          {' '}
          Until <Moment at={previousSecretUntil} /> deliveries are signed with the old secret, too. Give the
          new one to your receiver before then.
        </>
      )}
    </SecretOnce>
  );
}
