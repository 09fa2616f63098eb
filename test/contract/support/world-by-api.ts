import type { Session } from '../../../src/kernel/session.ts';
import { type AuthorizationWorld, createAuthorizationWorld } from './authorization-world.ts';
import { type AskRest, openRestDoor } from './rest-door.ts';
import { tokenSession } from './token-session.ts';
import { type AskTool, openToolDoor } from './tool-door.ts';

/** A world with the APIs over it, and the token that asks them. */
export interface WorldByApi {
  readonly world: AuthorizationWorld;
  readonly askRest: AskRest;
  readonly askTool: AskTool;
  /** A token with all scopes. */
  readonly program: Session;
}

export async function openWorldByApi(): Promise<WorldByApi> {
  const world = await createAuthorizationWorld();
  const program = tokenSession(world.owner);
  return { world, askRest: openRestDoor(world), askTool: openToolDoor(world).ask, program };
}
