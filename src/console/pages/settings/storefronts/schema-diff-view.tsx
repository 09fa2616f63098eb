import { Box, Group, Text, Title } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import type { SchemaDiff } from './schema-diff.ts';

const LOOKS = {
  added: { sign: '+', color: 'var(--ok)', background: 'var(--ok-soft)' },
  removed: { sign: '−', color: 'var(--error)', background: 'var(--error-soft)' },
};

/** Shows a difference of two schemas: a summary first, then line by line. */
export function SchemaDiffView({ diff: { blocks, added, removed } }: { readonly diff: SchemaDiff }) {
  return (
    <>
      <Text mb="xs">
        {blocks.length === 0
          ? t('The public schema stays the same.')
          : t(
              '{added, plural, =0 {No field appears} one {# field appears} other {# fields appear}}, {removed, plural, =0 {none goes} one {# goes} other {# go}}.',
              { added, removed },
            )}
      </Text>
      {blocks.length === 0 ? null : (
        <Box
          component="section"
          mah="50vh"
          mb="md"
          fz="xs"
          bd="1px solid var(--line)"
          bdrs="sm"
          style={{ overflow: 'auto' }}
          aria-label={t('Changes of the public schema')}
          tabIndex={0}
        >
          {blocks.map(({ title, lines }) => (
            <div key={title}>
              <Title order={3} pos="sticky" top={0} px="sm" py={6} fz="xs" bg="var(--sunken)">
                {title}
              </Title>
              <ul className="plain-list">
                {lines.map(({ kind, text }) => (
                  <li key={`${kind} ${text}`}>
                    <Group
                      gap="xs"
                      wrap="nowrap"
                      align="flex-start"
                      px="sm"
                      py={1}
                      ff="monospace"
                      bg={LOOKS[kind].background}
                    >
                      <Text span inherit c={LOOKS[kind].color}>
                        {LOOKS[kind].sign}
                      </Text>
                      <span style={{ whiteSpace: 'pre-wrap' }}>{text}</span>
                    </Group>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </Box>
      )}
    </>
  );
}
