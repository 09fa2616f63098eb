/** State of the page of a product, as the URL of the page has it. */
export interface ProductSearchParams {
  /** True if only the required values that are missing are shown. */
  readonly missing?: true | undefined;
  /** True if only the fields are shown that have a value in each of two contexts. */
  readonly apart?: true | undefined;
  /** The code of an attribute whose field takes the focus, for links that lead to it. */
  readonly field?: string | undefined;
  /** The drawer that is open. */
  readonly panel?: Panel | undefined;
  /** The code of an attribute that its comments are about, in the drawer of comments. */
  readonly about?: string | undefined;
}

const PANELS = ['details', 'live', 'history', 'comments', 'links', 'categories', 'images', 'code'] as const;
export type Panel = (typeof PANELS)[number];

/**
 * Reads the state of an address. A parameter that is not understood is undefined, not left out: the router would pass
 * it on as it stands in the URL.
 */
export const parseProductSearchParams = ({
  missing,
  apart,
  field,
  panel,
  about,
}: Record<string, unknown>): ProductSearchParams => ({
  missing: missing === true ? missing : undefined,
  apart: apart === true ? apart : undefined,
  field: typeof field === 'string' ? field : undefined,
  panel: PANELS.find((one) => one === panel),
  about: typeof about === 'string' ? about : undefined,
});
