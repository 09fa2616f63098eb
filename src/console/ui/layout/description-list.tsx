import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Lists labels with values; null values are left out. */
export function DescriptionList({ items }: { readonly items: Readonly<Record<string, ReactNode>> }) {
  return (
    <SimpleGrid component="dl" m={0} spacing="xs" cols={{ base: 2, md: 3 }}>
      {Object.entries(items)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="var(--ink-2)">
              {name}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value}
            </Text>
          </div>
        ))}
    </SimpleGrid>
  );
}
