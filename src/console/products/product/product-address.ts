/** What the page of a product shows, as the URL of the page has it. */
export interface ProductAddress {
  /** Only the required values that are missing. */
  readonly missing?: true | undefined;
  /** The code of an attribute whose field takes the focus, for links that lead to it. */
  readonly field?: string | undefined;
  /** The drawer that is open. */
  readonly panel?: Panel | undefined;
}

const PANELS = ['details', 'live', 'history', 'links', 'categories', 'images', 'code'] as const;
export type Panel = (typeof PANELS)[number];

export const readProductAddress = ({ missing, field, panel }: Record<string, unknown>): ProductAddress => ({
  ...(missing === true ? { missing } : {}),
  ...(typeof field === 'string' ? { field } : {}),
  ...(PANELS.includes(panel as Panel) ? { panel: panel as Panel } : {}),
});
