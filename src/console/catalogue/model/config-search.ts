import type { ConfigSearch } from './config-page-types.ts';

/** Names of the parameters that every page has. */
const SHARED = ['channel', 'locale', 'compare'];

/** Returns the parameters of a list in its address: texts only. */
export const parseConfigSearch = (search: Readonly<Record<string, unknown>>): ConfigSearch =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' && !SHARED.includes(name) ? [[name, value]] : [],
    ),
  );
