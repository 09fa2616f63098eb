import { decodeIdOf } from '../../src/kernel/ids.ts';
import { openExport, openResult } from '../../src/modules/export/index.ts';
import { type ExportOverrides, startExport } from '../../src/modules/export/start-export.ts';
import type { FileResource } from '../../src/modules/file-formats/columns/file-format.ts';
import { upsertImportExportProfiles } from '../../src/modules/profile/index.ts';
import { runJob } from '../../src/worker/run-job.ts';
import type { TestOrganization } from './catalogue.ts';
import { seedConfiguration } from './clothing-catalogue.ts';
import { silentLog } from './silent-log.ts';

/** Exports from a catalogue, without queues. */
export function createExportHarness(catalogue: TestOrganization) {
  const { runner, storage, owner } = catalogue;
  const { organizationId } = owner;
  const steps = { export: (session: never, job: never) => openExport({ runner, storage }, session, job) };

  /** Starts a job by a profile that writes everything of a resource. */
  async function start(
    resource: FileResource,
    overrides: ExportOverrides = {},
    session = owner,
  ): Promise<string> {
    const code = `export_${resource}`;
    await seedConfiguration(
      catalogue,
      upsertImportExportProfiles,
      [{ code, direction: 'both', resource, format: 'csv' }],
      owner,
    );
    const { output } = await runner.write(session, startExport, { profile: code, overrides });
    return output.id;
  }

  async function work(id: string): Promise<void> {
    const jobId = decodeIdOf('Job', id) ?? '';
    const { signal } = new AbortController();
    await runJob({ runner, log: silentLog, steps: steps as never }, { organizationId, jobId }, signal);
  }

  async function bytes(id: string): Promise<Buffer> {
    const { chunks, sizeBytes } = await openResult({ runner, storage }, owner, id);
    const parts: Uint8Array[] = [];
    for await (const part of chunks) parts.push(part);
    const file = Buffer.concat(parts);
    if (file.byteLength !== sizeBytes)
      throw new Error(`The file has ${file.byteLength} bytes, not ${sizeBytes}.`);
    return file;
  }
  const text = async (id: string) => (await bytes(id)).toString('utf8');

  return {
    start,
    work,
    text,
    bytes,
    /** Exports and answers the file. */
    async run(resource: FileResource, overrides: ExportOverrides = {}): Promise<string> {
      const id = await start(resource, overrides);
      await work(id);
      return text(id);
    },
    /** Exports and answers the bytes of the file. */
    async file(resource: FileResource, overrides: ExportOverrides = {}): Promise<Buffer> {
      const id = await start(resource, overrides);
      await work(id);
      return bytes(id);
    },
  };
}
