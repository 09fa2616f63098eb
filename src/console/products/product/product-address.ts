/** What the form of a product shows, as the URL of the page has it. */
export interface ProductAddress {
  /** Only the required values that are missing. */
  readonly missing?: true | undefined;
  /** The code of an attribute whose field takes the focus, for links that lead to it. */
  readonly field?: string | undefined;
}

export const readProductAddress = ({ missing, field }: Record<string, unknown>): ProductAddress => ({
  ...(missing === true ? { missing } : {}),
  ...(typeof field === 'string' ? { field } : {}),
});
