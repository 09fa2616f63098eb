import { lazy, Suspense } from 'react';
import { initialsOf } from './initials.ts';

/** Loaded with the first one that is shown: most products have pictures. */
const SetIcon = lazy(() => import('./set-icon.tsx'));

/** The picture of a product; without one its initials, below the icon of its attribute set. Its name stands beside it. */
export function Thumbnail(props: {
  readonly url: string | null | undefined;
  readonly name: string;
  /** Of the attribute set. */
  readonly icon?: string | null | undefined;
  /** Pixels. */
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
