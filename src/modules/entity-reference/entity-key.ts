import { foldKey } from '../../kernel/codes.ts';

/** A reference to an entity: a code names it only within its type. */
export interface EntityReference {
  readonly entityType: string;
  readonly code: string;
}

/** The folded key of an entity. */
export function entityKey({ entityType, code }: EntityReference): string {
  return foldKey(`${entityType}/${code}`);
}
