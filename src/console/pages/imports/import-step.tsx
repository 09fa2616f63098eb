import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows one step of an import, with its title. */
export function ImportStep({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'md' }} component="section" aria-label={title}>
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}
