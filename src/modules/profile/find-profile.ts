import { foldKey } from '../../kernel/codes.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { profileStore } from './profile.resource.ts';
import type { Direction, ProfileDocument } from './profile-document.ts';

/** Returns the profile of a code in either case, for a run in some direction. @throws NotFound, Conflict */
export async function findProfile(
  context: WriteContext,
  code: string,
  direction: Exclude<Direction, 'both'>,
): Promise<ProfileDocument> {
  const key = foldKey(code);
  const profiles = await profileStore.load(context, context.session.organizationId, [key], false);
  const profile = profiles.get(key)?.document;
  if (profile === undefined) throw NotFound.of('profile', code);
  if (profile.direction === 'both' || profile.direction === direction) return profile;
  const message =
    direction === 'import'
      ? localized('profile-only-exports', { profile: profile.code })
      : localized('profile-only-imports', { profile: profile.code });
  throw new Conflict('invalid-transition', message);
}
