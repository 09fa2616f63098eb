/** Channel, locales and currencies that a proposal is made for. */
export interface ProposalScope {
  readonly channel: string;
  /** Label of a new channel; null for the usual one. */
  readonly channelLabel: string | null;
  readonly locales: readonly string[];
  readonly currencies: readonly string[];
  /** Category below which new ones are created. */
  readonly root: string;
}
