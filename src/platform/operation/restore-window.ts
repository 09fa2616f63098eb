/** Number of days for which a deleted object can be restored. */
const RESTORABLE_DAYS = 30;

/** Returns the time before which deleted objects cannot be restored any more. */
export function restoreWindowStart(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000);
}

/** Returns true if an object that was deleted at a time (RFC 3339) can still be restored. */
export function isRestorable(deletedAt: string, now: Date): boolean {
  return new Date(deletedAt) >= restoreWindowStart(now);
}

/** Returns the time until which an object that was deleted at this time can be restored. */
export function restoreDeadline(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + RESTORABLE_DAYS * 86_400_000);
}
