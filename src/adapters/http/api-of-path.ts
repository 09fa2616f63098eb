const APIS = [
  ['/graphql', 'graphql'],
  ['/api/v1/', 'rest'],
  ['/_mcp', 'mcp'],
  ['/auth/', 'sign-in'],
  ['/media/', 'files'],
  ['/shop/', 'shop'],
] as const;

/** Returns the API that a path belongs to. */
export function apiOfPath(path: string): string {
  return APIS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'other';
}
