import { foldKey } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';

/** A reference to an entity: a code names it only within its type. */
export interface EntityReference {
  readonly entityType: string;
  readonly code: string;
}

/** Returns the folded key of an entity. */
export function entityKey({ entityType, code }: EntityReference): string {
  return foldKey(`${entityType}/${code}`);
}

/** Returns an entity in one text, for links and messages, where a code alone could be of any type: `brand/acme`. */
export function entityName({ entityType, code }: EntityReference): string {
  return `${entityType}/${code}`;
}

/** Address of an entity: type and code, or its UUID. */
export type EntityIdentifier = EntityReference | { readonly id: string };

/** Reads `brand/acme` or the public id of an entity; null for anything else. */
export function readEntityIdentifier(text: string): EntityIdentifier | null {
  const id = decodeIdOf('Entity', text);
  if (id !== null) return { id };
  const [entityType = '', code = '', ...rest] = text.split('/');
  return entityType === '' || code === '' || rest.length > 0 ? null : { entityType, code };
}
