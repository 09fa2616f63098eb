import { Anchor, Box, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery, publishableKeys } from '../../../../catalogue/storefronts/key-documents.ts';
import { t } from '../../../../i18n/translate.ts';
import { Code } from '../../../../ui/code.tsx';
import { ExternalLinkIcon } from '../../../../ui/icons.ts';
import { EmptyState, QueryResult } from '../../../../ui/messages/states.tsx';
import type { SectionProps } from '../storefront-draft.ts';
import { RequestSnippets } from './request-snippets.tsx';

/** Shows the explorer of the Shop API, its schema as files, and a first request. */
export function ExplorerSection({ storefront }: SectionProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <QueryResult query={useQuery(keysQuery)} what={t('keys')}>
      {(all) => {
        const keys = publishableKeys(all, storefront.code);
        const key = keys.find(({ id }) => id === chosen) ?? keys[0];
        if (key === undefined || key.key === null || !storefront.active)
          return (
            <EmptyState title={t('Nothing to try yet')}>
              {storefront.active
                ? t('Create a publishable key under “Keys”: the explorer and the schema open by it.')
                : t('The storefront is not active: its keys are refused.')}
            </EmptyState>
          );
        const base = `${window.location.origin}/shop/${key.key}`;
        const files = [
          [t('Endpoint'), `${base}/graphql`],
          [t('Schema (SDL)'), `${base}/schema.graphql`],
          [t('Introspection'), `${base}/introspection.json`],
        ] as const;
        return (
          <Stack gap="xl" maw={720}>
            <section>
              {keys.length === 1 ? null : (
                <NativeSelect
                  label={t('Key')}
                  maw={360}
                  mb="sm"
                  data={keys.map(({ id, name }) => ({ value: id, label: name }))}
                  value={key.id}
                  onChange={({ currentTarget }) => setChosen(currentTarget.value)}
                />
              )}
              <Text c="var(--ink-2)" mb="sm">
                {t(
                  'The explorer shows the schema and answers as shoppers get them, from live products only.',
                )}
              </Text>
              <Button
                component="a"
                href={`/shop/${key.key}`}
                target="_blank"
                rel="noreferrer"
                rightSection={<ExternalLinkIcon />}
              >
                {t('Open explorer')}
              </Button>
            </section>
            <section>
              <Title order={2} mb={4}>
                {t('Addresses')}
              </Title>
              <dl>
                {files.map(([title, url]) => (
                  <Group key={title} gap="0 12px" mb="xs" align="baseline">
                    <Text component="dt" w={120} flex="none" c="dimmed">
                      {title}
                    </Text>
                    <Box component="dd" display="flex" flex="1 1 280px" miw={0} fz="xs" ff="monospace">
                      <Code>{url}</Code>
                      {url === files[0][1] ? null : (
                        <Anchor
                          ml="xs"
                          href={url}
                          target="_blank"
                          rel="noreferrer"
                          aria-label={t('Open {name}', { name: title })}
                        >
                          <ExternalLinkIcon />
                        </Anchor>
                      )}
                    </Box>
                  </Group>
                ))}
              </dl>
            </section>
            <section>
              <Title order={2} mb={4}>
                {t('First request')}
              </Title>
              <RequestSnippets apiKey={key.key} />
            </section>
          </Stack>
        );
      }}
    </QueryResult>
  );
}
