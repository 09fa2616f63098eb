/**
 * The paths whose pages the console draws in the browser; below each of them every address is one. They are named, not
 * caught: an address that no door knows stays a problem that programs can read.
 */
const AREAS = ['sign-in', 'products', 'imports', 'exports', 'jobs', 'settings', 'operations', 'account'];

/** Patterns for the router: each area with and without something below it. */
export const CONSOLE_PAGES: readonly string[] = ['/', ...AREAS.flatMap((area) => [`/${area}`, `/${area}/*`])];
