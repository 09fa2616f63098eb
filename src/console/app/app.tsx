import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query-client.ts';
import { ConfirmDialogHost } from '../ui/messages/confirm.tsx';
import { Toasts } from '../ui/messages/toasts.tsx';
import { UpdateNotice, watchUpdates } from './outdated-page.tsx';
import { preloadPage, router } from './routes.tsx';
import { styleNonce } from './style-nonce.ts';
import { theme, tokenColors } from './theme.ts';

watchUpdates();
preloadPage();

/** Shows the pages, and above them questions, which may have links. */
const WithDialogs = ({ children }: { readonly children: ReactNode }) => (
  <>
    {children}
    <ConfirmDialogHost />
  </>
);

/** Shows the console: theme, data, dialogs and pages. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={tokenColors}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} InnerWrap={WithDialogs} />
        <Toasts />
        <UpdateNotice />
      </QueryClientProvider>
    </MantineProvider>
  );
}
