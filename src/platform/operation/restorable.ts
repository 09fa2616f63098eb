/** How long something deleted can come back. */
const RESTORABLE_DAYS = 30;

/** May something that was deleted at a moment (RFC 3339) still be restored? */
export function isRestorable(deletedAt: string, now: Date): boolean {
  return now.getTime() - new Date(deletedAt).getTime() <= RESTORABLE_DAYS * 86_400_000;
}
