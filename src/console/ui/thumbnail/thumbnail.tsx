import { initialsOf } from './initials.ts';

/** The picture of a product; its initials without one. Its name stands beside it. */
export function Thumbnail(props: {
  readonly url: string | null | undefined;
  readonly name: string;
  /** Pixels. */
  readonly size?: 32 | 40;
}) {
  const { url, name, size = 32 } = props;
  return url === null || url === undefined ? (
    <span className="thumbnail" data-size={size} aria-hidden="true">
      {initialsOf(name)}
    </span>
  ) : (
    <img className="thumbnail" data-size={size} src={url} alt="" width={size} height={size} loading="lazy" />
  );
}
