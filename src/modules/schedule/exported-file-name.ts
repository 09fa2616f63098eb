/** Returns a name with the day and time of a timestamp, as clocks of a time zone show it. */
export function exportedFileName(template: string, moment: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return template
    .replaceAll('{date}', `${part('year')}-${part('month')}-${part('day')}`)
    .replaceAll('{time}', `${part('hour')}${part('minute')}`);
}
