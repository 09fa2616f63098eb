import type { Member } from './entity-type-documents.ts';

/** An attribute that entities need, and the channel that requires it; `*` for all. */
export interface Requirement extends Member {
  readonly channel: string;
}

/** Returns the name of a cell of the matrix: `webshop/website`. */
export const cellOf = ({ channel, code }: Requirement): string => `${channel}/${code}`;

/** Returns requirements in one order, so that those with the same cells are equal. */
export const sortCells = (requirements: readonly Requirement[]): readonly Requirement[] =>
  requirements.toSorted((one, other) => (cellOf(one) < cellOf(other) ? -1 : 1));
