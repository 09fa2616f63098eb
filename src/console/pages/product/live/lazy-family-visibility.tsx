import { type ComponentType, lazy, Suspense } from 'react';

type FamilyVisibilityModule = typeof import('./family-visibility.tsx');

/**
 * Returns a part that only models have: its script is fetched when one is shown, and not beside what every product
 * needs.
 */
function lazyFamilyComponent<Props extends object>(
  choose: (parts: FamilyVisibilityModule) => ComponentType<Props>,
) {
  const Part = lazy(async () => ({
    default: choose(await import('./family-visibility.tsx')),
  })) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}

export const FamilyLiveCount = lazyFamilyComponent((parts) => parts.FamilyLiveCount);
export const ChannelLiveCount = lazyFamilyComponent((parts) => parts.ChannelLiveCount);
export const LocaleLiveCount = lazyFamilyComponent((parts) => parts.LocaleLiveCount);
export const PublishVariantsOption = lazyFamilyComponent((parts) => parts.PublishVariantsOption);
export const UnpublishedVariants = lazyFamilyComponent((parts) => parts.UnpublishedVariants);
