const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the beginning of a day in the time zone of the browser, or of a later one; null for no day. */
function startOfDay(day: string | undefined, later: number): string | null {
  if (day === undefined || !DAY.test(day)) return null;
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(start.getTime())) return null;
  start.setDate(start.getDate() + later);
  return start.toISOString();
}

/** Returns the times of a period of days, both included, as the API takes them. */
export const periodOf = ({
  since,
  until,
}: {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}) => ({ since: startOfDay(since, 0), until: startOfDay(until, 1) });
