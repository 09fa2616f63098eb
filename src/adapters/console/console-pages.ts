/**
 * The paths whose pages the console draws in the browser; below each of them every address is one. They are named, not
 * caught: an address that no API knows stays a problem that programs can read.
 */
const AREAS = [
  'sign-in',
  'products',
  'compare',
  'entities',
  'trash',
  'categories',
  'model',
  'imports',
  'exports',
  'jobs',
  'schedules',
  'proposals',
  'settings',
  'operations',
  'account',
];

/** Patterns for the router: each area with and without something below it; public files are two levels below `/media`. */
export const CONSOLE_PAGES: readonly string[] = [
  '/',
  '/media',
  '/media/:code',
  ...AREAS.flatMap((area) => [`/${area}`, `/${area}/*`]),
];
