import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

const whenIdle = (act: () => void): void => {
  if (typeof window === 'undefined') return;
  // Safari has no idle callbacks before version 26.
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 500);
};

/**
 * A component whose script is fetched when the page has nothing else to do, or when it is first shown, whichever comes
 * first: pages appear sooner, and nobody waits for a dialog.
 *
 * @param whileLoading what stands there until then
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: (props: Props) => ReactNode = () => null,
) {
  let fetched: Promise<{ readonly default: ComponentType<Props> }> | undefined;
  const fetchOnce = () => {
    fetched ??= load().then((component) => ({ default: component }));
    return fetched;
  };
  whenIdle(() => {
    fetchOnce().catch(() => {
      // It is fetched again when it is shown.
      fetched = undefined;
    });
  });
  const Part = lazy(fetchOnce) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={whileLoading(props)}>
      <Part {...props} />
    </Suspense>
  );
}
