import { lazy, Suspense } from 'react';
import { initialsOf } from './initials.ts';

/** The icons are loaded with the first one that is shown: most products have images. */
const SetIcon = lazy(() => import('./attribute-set-icon.tsx'));

/**
 * Shows the image of a product; without one its initials, below the icon of its attribute set. Its name stands beside
 * it.
 */
export function Thumbnail(props: {
  readonly url: string | null | undefined;
  readonly name: string;
  /** Icon of the attribute set. */
  readonly icon?: string | null | undefined;
  /** Size in pixels. */
  readonly size?: 32 | 40;
}) {
  const { url, name, icon = null, size = 32 } = props;
  return url === null || url === undefined ? (
    <span className="thumbnail" data-size={size} data-icon={icon ?? undefined} aria-hidden="true">
      {icon === null ? null : (
        <Suspense fallback={null}>
          <SetIcon name={icon} />
        </Suspense>
      )}
      <span>{initialsOf(name)}</span>
    </span>
  ) : (
    <img className="thumbnail" data-size={size} src={url} alt="" width={size} height={size} loading="lazy" />
  );
}
