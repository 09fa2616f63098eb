import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './query-client.ts';
import { router } from './routes.tsx';
import { styleNonce } from './style-nonce.ts';
import { quietColors, theme } from './theme.ts';

/** The console: theme, data, dialogs and pages. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={quietColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider labels={{ confirm: 'Continue', cancel: 'Cancel' }}>
          <Notifications position="bottom-right" aria-live="polite" />
          <RouterProvider router={router} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
