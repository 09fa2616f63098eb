/** Number of days for which a deleted object can be restored. */
const RESTORABLE_DAYS = 30;

/** Returns the time before which deleted objects cannot be restored any more. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000);
}

/** May something that was deleted at a moment (RFC 3339) still be restored? */
export function isRestorable(deletedAt: string, now: Date): boolean {
  return new Date(deletedAt) >= restorableSince(now);
}

/** Until when something that was deleted at this moment can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + RESTORABLE_DAYS * 86_400_000);
}
