import type { TestProject } from 'vitest/node';
import { buildPages } from '../../src/tools/build-pages.ts';
import { startTestServer } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Owner connection to the server of this test run. */
    postgresServerUrl: string;
    /** Empty when the migrated template is ready to be copied. */
    templateProblem: string;
  }
}

/** One database server for the whole run, with a migrated template to copy test databases from, and the scripts of pages. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPages();
  const server = await startTestServer();
  project.provide('postgresServerUrl', server.connectionString);
  project.provide('templateProblem', server.templateProblem);
  return () => server.stop();
}
