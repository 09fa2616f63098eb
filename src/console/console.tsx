import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { router } from './routes.tsx';
import { queryClient } from './shell/query-client.ts';
import { styleNonce } from './shell/style-nonce.ts';
import { quietColors, theme } from './shell/theme.ts';

/** The whole console: theme, data, dialogs and pages. */
export function Console() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={quietColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider labels={{ confirm: 'Go on', cancel: 'Cancel' }}>
          <Notifications position="bottom-right" aria-live="polite" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
