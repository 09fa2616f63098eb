import { fetchApi } from './api-error.ts';

/** Loads a script that an action needs. Without a connection it fails as a request does. */
export const loadScript = <Script>(load: () => Promise<Script>): Promise<Script> =>
  load().catch(async (error: unknown) => {
    await fetchApi('/livez', { cache: 'no-store' });
    throw error;
  });
