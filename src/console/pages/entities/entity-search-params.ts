/** State of the page of an entity, as the address has it. */
export interface EntitySearchParams {
  readonly tab?: string | undefined;
  /** Code of an attribute whose field takes the focus. */
  readonly field?: string | undefined;
}

export const parseEntitySearchParams = ({ tab, field }: Record<string, unknown>): EntitySearchParams => ({
  tab: typeof tab === 'string' ? tab : undefined,
  field: typeof field === 'string' ? field : undefined,
});
