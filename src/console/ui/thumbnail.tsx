import { initialsOf } from './initials.ts';

/** The picture of a product at 32 pixels; its initials without one. Its name stands beside it. */
export function Thumbnail({ url, name }: { readonly url: string | null | undefined; readonly name: string }) {
  return url === null || url === undefined ? (
    <span className="thumbnail" aria-hidden="true">
      {initialsOf(name)}
    </span>
  ) : (
    <img className="thumbnail" src={url} alt="" width={32} height={32} loading="lazy" />
  );
}
