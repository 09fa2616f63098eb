import type { LedgerResource } from '../../kernel/event.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import type { WrittenResource } from './resource.ts';

/** What another room does about changed configuration, in the same transaction. */
export type Consequence = (
  context: WriteContext,
  written: readonly WrittenResource<unknown>[],
) => Promise<void>;

const consequences = new Map<LedgerResource, Consequence[]>();

/**
 * Lets a room that depends on some configuration follow its changes, without the configuration knowing the room:
 * products recompute completeness when a set changes, and rooms never import each other in a circle.
 */
export function onWritten(resource: LedgerResource, consequence: Consequence): void {
  consequences.set(resource, [...(consequences.get(resource) ?? []), consequence]);
}

/** Runs what was registered for a resource, in order of registration. */
export async function bringAbout(
  context: WriteContext,
  resource: LedgerResource,
  written: readonly WrittenResource<unknown>[],
): Promise<void> {
  for (const consequence of consequences.get(resource) ?? []) await consequence(context, written);
}
