import { Grid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Short facts, each with its name; what is null is left out. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <Grid component="dl" m={0} gap="xs">
      {Object.entries(facts)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <Grid.Col key={name} span={{ base: 12, xs: 6, md: 4 }}>
            <Text component="dt" size="xs" fw={600}>
              {name}
            </Text>
            <Text component="dd" size="sm" m={0}>
              {value}
            </Text>
          </Grid.Col>
        ))}
    </Grid>
  );
}
