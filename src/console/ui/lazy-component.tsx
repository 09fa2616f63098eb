import { type ComponentType, type FunctionComponent, lazy, type ReactNode, Suspense, useState } from 'react';

/** Fetches a script when the page has nothing else to do. What fails is fetched again when it is needed. */
export function whenIdle(load: () => Promise<unknown>): void {
  if (typeof window === 'undefined') return;
  const fetchNow = () => void load().catch(() => undefined);
  // Safari has no idle callbacks before version 26.
  if (typeof window.requestIdleCallback === 'function')
    window.requestIdleCallback(fetchNow, { timeout: 2_000 });
  else setTimeout(fetchNow, 500);
}

/**
 * Returns a component whose script is fetched when the page has nothing else to do, or when it is first shown,
 * whichever comes first: pages appear sooner, and nobody waits for a dialog. `preload` fetches it now.
 *
 * @param whileLoading content until then; a dialog has none, and opens with its content, which gets the focus
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading?: ReactNode,
) {
  let loaded: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    loaded = await load();
    return { default: loaded };
  };
  whenIdle(fetchPart);
  const LazyPart = lazy(fetchPart) as unknown as FunctionComponent<Props>;
  function Part(props: Props) {
    // A script that is there is shown at once; React lets everything wait that follows a fallback.
    const [Content] = useState(() => loaded ?? LazyPart);
    const content = <Content {...props} />;
    return whileLoading === undefined ? content : <Suspense fallback={whileLoading}>{content}</Suspense>;
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}
