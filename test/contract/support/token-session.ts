import { SCOPES, type Scope } from '../../../src/kernel/scopes.ts';
import type { Session } from '../../../src/kernel/session.ts';

/** The session of a token that somebody made, with all scopes unless told otherwise. */
export const tokenSession = (maker: Session, scopes: readonly Scope[] = SCOPES): Session => ({
  ...maker,
  credential: 'token',
  scopes: new Set(scopes),
  actor: { type: 'token', id: 'tok_test', name: 'Program' },
});
