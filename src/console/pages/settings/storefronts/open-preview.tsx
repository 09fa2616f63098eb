import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../i18n/translate.ts';
import { ExternalLinkIcon } from '../../../ui/icons.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { PREVIEW_LINK, type Storefront } from './storefront-documents.ts';

/** Opens the page of the storefront that shows a product in preview, by a link of one hour. */
export function OpenPreview({
  storefront,
  example,
}: {
  readonly storefront: Storefront;
  readonly example: string;
}) {
  const [written, setWritten] = useState<string | null>(null);
  const product = (written ?? example).trim();
  const opening = useMutation({
    mutationFn: async () => {
      const { previewLink } = await request(PREVIEW_LINK, { code: storefront.code, product });
      if (previewLink === null)
        throw new ApiError('not-found', t('Product {name} not found.', { name: product }));
      return previewLink.url;
    },
    onSuccess: (url) => window.open(url, '_blank', 'noopener'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    opening.mutate();
  };
  return (
    <section>
      <Title order={2} mb={4}>
        {t('Product in preview')}
      </Title>
      <Text c="dimmed" mb="xs">
        {t('The link works for one hour. Anyone who has it can read products that are not live.')}
      </Text>
      {opening.isError ? <ErrorAlert error={opening.error} /> : null}
      {storefront.previewUrl === null ? (
        <Alert data-tone="info">{t('Save a preview URL first.')}</Alert>
      ) : (
        <form onSubmit={submit}>
          <Group gap="xs" align="flex-end">
            <TextInput
              label={t('SKU')}
              value={written ?? example}
              onChange={({ currentTarget }) => setWritten(currentTarget.value)}
            />
            <Button
              type="submit"
              loading={opening.isPending}
              disabled={product === ''}
              rightSection={<ExternalLinkIcon />}
            >
              {t('Open preview')}
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
}
