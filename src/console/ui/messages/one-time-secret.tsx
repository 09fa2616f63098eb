import { Alert, Button, CopyButton, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { t } from '../../i18n/translate.ts';

/** Shows a secret that is shown once, with a copy button; the children explain what the server stores. */
export function OneTimeSecret(props: {
  readonly label: string;
  readonly secret: string;
  readonly children: ReactNode;
}) {
  const { label, secret, children } = props;
  const field = useRef<HTMLInputElement>(null);
  return (
    <Stack gap="sm">
      <Alert data-tone="warn" title={t('Copy it now')}>
        {children}
      </Alert>
      <TextInput
        ref={field}
        label={label}
        value={secret}
        readOnly
        data-autofocus
        ff="monospace"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={secret} timeout={3_000}>
        {({ copied, copy }) => (
          <Button
            onClick={() => {
              // Without a clipboard API (plain HTTP) the text is at least selected.
              field.current?.select();
              copy();
            }}
          >
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
