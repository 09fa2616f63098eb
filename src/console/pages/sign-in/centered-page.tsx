import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';

/** Shows a card in the middle of a page without navigation, below the mark. */
export const CenteredPage = ({ children }: { readonly children: ReactNode }) => (
  <main className="welcome">
    <Logo size={44} />
    <div className="welcome-card">{children}</div>
  </main>
);
