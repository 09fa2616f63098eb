import { Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';

/** Shows the first step before there is a storefront. */
export function NoStorefronts({ button }: { readonly button: ReactNode }) {
  const steps = [
    [t('Choose channel'), t('Its live products are the ones that the storefront shows.')],
    [t('Expose attributes'), t('Nothing is public until you select it. You see the public schema first.')],
    [t('Create key'), t('Browsers can contain it: it reads exposed data only.')],
  ] as const;
  return (
    <Stack gap="xs" align="center" maw={560} mx="auto" mt="xl" ta="center">
      <BrowserIllustration />
      <Title order={2} fz="lg" lh="24px" mt="xs">
        {t('Show your products to shoppers')}
      </Title>
      <Text c="dimmed">
        {t(
          'A storefront is a web shop, an app or a kiosk that reads published products through the Shop API.',
        )}
      </Text>
      <Paper withBorder w="100%" my="xs" p="20px 24px" ta="start">
        <ol className="plain-list">
          {steps.map(([title, text], index) => (
            <li key={title}>
              <Group gap={14} wrap="nowrap" align="flex-start" mt={index === 0 ? 0 : 'sm'}>
                <Center
                  w={22}
                  h={22}
                  flex="none"
                  bdrs="50%"
                  bg="var(--selection)"
                  c="var(--accent)"
                  fz="xs"
                  fw={600}
                >
                  {index + 1}
                </Center>
                <div>
                  <Text fw={600}>{title}</Text>
                  <Text c="dimmed">{text}</Text>
                </div>
              </Group>
            </li>
          ))}
        </ol>
      </Paper>
      {button}
    </Stack>
  );
}

/** Shows a browser window with three lamps and their prices. */
function BrowserIllustration() {
  const lamps = [
    { x: 30, shade: 'M0 22 L7 4 H19 L26 22 Z', stem: 'M13 22 V48 M4 48 H22' },
    { x: 97, shade: 'M0 24 A13 13 0 0 1 26 24 Z', stem: 'M13 0 V11' },
    { x: 164, shade: 'M3 14 A10 10 0 1 1 23 14 A10 10 0 1 1 3 14 Z', stem: 'M13 24 V48 M4 48 H22' },
  ];
  return (
    <svg viewBox="0 0 220 132" width="220" height="132" aria-hidden="true">
      <rect fill="var(--surface)" stroke="var(--control)" x="0.5" y="0.5" width="219" height="131" rx="9" />
      <path stroke="var(--line)" d="M0 22 H220" />
      {[12, 22, 32].map((x) => (
        <circle key={x} fill="var(--line)" cx={x} cy="11.5" r="2.5" />
      ))}
      <rect fill="var(--line)" x="60" y="7" width="100" height="9" rx="4.5" />
      {lamps.map(({ x, shade, stem }) => (
        <g key={x} transform={`translate(${x} 34)`}>
          <rect fill="var(--sunken)" x="-14" y="-2" width="54" height="60" rx="5" />
          <ellipse fill="var(--warn-soft)" cx="13" cy="50" rx="20" ry="5" />
          <path fill="none" stroke="var(--ink-2)" strokeLinecap="round" strokeWidth="1.6" d={stem} />
          <path fill="var(--accent)" d={shade} />
          <rect fill="var(--line)" x="-10" y="66" width="36" height="4" rx="2" />
          <rect fill="var(--accent)" x="-10" y="75" width="20" height="5" rx="2.5" />
        </g>
      ))}
    </svg>
  );
}
