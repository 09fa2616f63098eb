import { Box, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/translate.ts';
import { OpenPreview } from './open-preview.tsx';
import { parsePreviewUrl, validatePreviewUrl } from './preview-url.ts';
import { exampleProductQuery } from './storefront-documents.ts';
import type { SectionProps } from './storefront-draft.ts';

const PATTERN = 'https://shop.example/{locale}/{slug}?preview={token}';

/** Edits the URL where the storefront shows products that are not live yet. */
export function PreviewSection({ storefront, draft, onChange }: SectionProps) {
  const example = useQuery(exampleProductQuery(draft.channel)).data;
  const locale = draft.locales[0] ?? 'en_US';
  const slug = example?.slugs.find(
    (one) => one.channel.code === draft.channel && one.locale.code === locale,
  )?.slug;
  const sku = example?.sku ?? 'LO-HERON';
  const urlParams = { locale, sku, slug: slug ?? sku.toLowerCase(), token: 'pv_…' };
  const problem = validatePreviewUrl(draft.previewUrl);
  return (
    <Stack gap="xl" maw={720}>
      <section>
        <TextInput
          label={t('URL of a product in preview')}
          description={t(
            'The page of your storefront that takes the token and shows a product that is not live yet. {placeholders} are filled in.',
            { placeholders: '{locale}, {slug}, {sku}, {token}' },
          )}
          placeholder={PATTERN}
          value={draft.previewUrl}
          error={problem}
          onChange={({ currentTarget }) => onChange({ previewUrl: currentTarget.value })}
        />
        {draft.previewUrl === '' || problem !== null ? null : (
          <Box mt="sm" p="10px 12px" bg="var(--sunken)" bdrs="sm">
            <Text c="dimmed" size="xs">
              {t('Example')}
            </Text>
            <Text component="code" size="xs" ff="monospace">
              {parsePreviewUrl(draft.previewUrl).map(({ text, name, at }) =>
                name === undefined ? (
                  <span key={at}>{text}</span>
                ) : (
                  <Box component="mark" key={at} bg="var(--selection)" c="inherit" bdrs={2}>
                    {urlParams[name]}
                  </Box>
                ),
              )}
            </Text>
          </Box>
        )}
      </section>
      <OpenPreview storefront={storefront} example={example?.sku ?? ''} />
      <p className="quiet">
        {t('Preview adds products that are not live. Changes of live products are public immediately.')}
      </p>
    </Stack>
  );
}
