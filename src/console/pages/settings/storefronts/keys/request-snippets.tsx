import { Box, Button, Code, CopyButton, Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../../i18n/translate.ts';

const QUERY = '{ products(first: 3) { nodes { sku label } } }';

interface Access {
  readonly origin: string;
  readonly key: string;
}

const urlOf = ({ origin, key }: Access) =>
  isSecret(key) ? `${origin}/shop/graphql` : `${origin}/shop/${key}/graphql`;
const isSecret = (key: string) => key.startsWith('sk_');

const KINDS = {
  curl: (access: Access) =>
    [
      `curl '${urlOf(access)}' \\`,
      "  -H 'Content-Type: application/json' \\",
      ...(isSecret(access.key) ? [`  -H 'Authorization: Bearer ${access.key}' \\`] : []),
      `  -d '${JSON.stringify({ query: QUERY })}'`,
    ].join('\n'),
  fetch: (access: Access) =>
    [
      `const response = await fetch('${urlOf(access)}', {`,
      "  method: 'POST',",
      isSecret(access.key)
        ? `  headers: { 'content-type': 'application/json', authorization: 'Bearer ${access.key}' },`
        : "  headers: { 'content-type': 'application/json' },",
      `  body: JSON.stringify({ query: '${QUERY}' }),`,
      '});',
      'const { data, errors } = await response.json();',
    ].join('\n'),
  codegen: (access: Access) =>
    [
      "import type { CodegenConfig } from '@graphql-codegen/cli';",
      '',
      'export default {',
      isSecret(access.key)
        ? `  schema: [{ '${urlOf(access)}': { headers: { Authorization: \`Bearer \${process.env.SHOP_KEY}\` } } }],`
        : `  schema: '${access.origin}/shop/${access.key}/schema.graphql',`,
      "  documents: ['src/**/*.{ts,tsx}'],",
      "  generates: { 'src/shop/': { preset: 'client' } },",
      '} satisfies CodegenConfig;',
    ].join('\n'),
};

const NAMES = { curl: 'curl', fetch: 'fetch', codegen: 'codegen.ts' } as const;

/** Shows a request with a key, to copy. */
export function RequestSnippets(props: { readonly apiKey: string }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('curl');
  const text = KINDS[kind]({ origin: window.location.origin, key: props.apiKey });
  return (
    <Box component="section" miw={0} aria-label={t('Use the key')}>
      <Group justify="space-between" gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('Language')}
          value={kind}
          data={(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((value) => ({
            value,
            label: NAMES[value],
          }))}
          onChange={(value) => setKind(value as keyof typeof KINDS)}
        />
        <CopyButton value={text} timeout={3_000}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? t('Copied') : t('Copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block p="sm" tabIndex={0}>
        {text}
      </Code>
    </Box>
  );
}
