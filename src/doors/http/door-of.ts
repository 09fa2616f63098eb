const DOORS = [
  ['/graphql', 'graphql'],
  ['/api/v1/', 'rest'],
  ['/_mcp', 'mcp'],
  ['/auth/', 'sign-in'],
  ['/media/', 'files'],
  ['/shop/', 'shop'],
] as const;

/** Returns the API that a path belongs to. */
export function doorOf(path: string): string {
  return DOORS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'other';
}
