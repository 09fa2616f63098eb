/** The slugs of an object by scope: `channel/locale`. */
export type Slugs = Readonly<Record<string, string>>;

/** A slug with its scope. */
export interface ScopedSlug {
  readonly channel: string;
  readonly locale: string;
  readonly slug: string;
}

/** Key by which an object is looked up. */
export type SlugRequest = ScopedSlug;

/** Codes have no slash. */
export function readScope(scope: string): { readonly channel: string; readonly locale: string } {
  const [channel = '', locale = ''] = scope.split('/');
  return { channel, locale };
}

export const slugScope = (channel: string, locale: string): string => `${channel}/${locale}`;
