import { Box, Center, Paper } from '@mantine/core';
import type { ReactNode } from 'react';

/** Shows a centred page without navigation. */
export function CenteredPage({ children }: { readonly children: ReactNode }) {
  return (
    <Center mih="100vh" p="md" component="main">
      <Box w="100%" maw={400}>
        <Paper withBorder p={{ base: 'md', xs: 'xl' }}>
          {children}
        </Paper>
      </Box>
    </Center>
  );
}
