// Risk: a worker that dies, a person who cancels or a late worker makes an import lose rows or write them twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RequestError } from '../../src/kernel/errors.ts';
import { encodeId } from '../../src/kernel/ids.ts';
import { verbatim } from '../../src/kernel/problems/messages/message.ts';
import { openImport } from '../../src/modules/import/index.ts';
import { cancelJob, claimJob, retryJob } from '../../src/modules/job/index.ts';
import { seedClothingCatalogue } from '../support/clothing-catalogue.ts';
import { createImportHarness } from '../support/imports.ts';
import { createJobHarness, type JobHarness } from '../support/jobs.ts';
import { QUEUE_SERVERS } from '../support/queue-server.ts';

const ROWS = 1_500;
const file = (word: string) =>
  `sku;attribute_set;name-en_US;stock\n${Array.from({ length: ROWS }, (_, index) => `${word}-${index};accessories;${word} ${index};${index % 100 === 7 ? 'x' : index}\n`).join('')}`;
/** One row in a hundred has a stock that is no number. */
const DONE = { total: ROWS, processed: ROWS, created: ROWS - 15, failed: 15 };

describe.each(QUEUE_SERVERS)('an import with its queue on %s', (kind) => {
  let bench: JobHarness;
  let imports: ReturnType<typeof createImportHarness>;
  beforeAll(async () => {
    bench = await createJobHarness(kind);
    await seedClothingCatalogue(bench.catalogue);
    imports = createImportHarness(bench.catalogue);
  });
  afterAll(() => bench?.close());

  /** A job whose nudge gets lost. */
  async function givenImport(word: string): Promise<string> {
    let id = '';
    await bench.withoutNudges(async () => {
      id = await imports.start(file(word), {});
    });
    return id;
  }
  const { stepsOf, claim, events } = {
    /** The steps of an attempt, to be done one by one. */
    stepsOf: (job: Awaited<ReturnType<typeof claim>>) =>
      openImport(bench.catalogue, { ...bench.catalogue.owner, jobId: job.jobId }, job),
    async claim(jobId: string) {
      const { output } = await bench.catalogue.runner.write(bench.catalogue.owner, claimJob, { jobId });
      if (output === null) throw new Error('The job was not there to be taken.');
      return output;
    },
    async events(word: string): Promise<number> {
      const { rows } = await bench.catalogue.database.owner.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ledger.event WHERE resource = 'product' AND ref LIKE $1`,
        [`${word}-%`],
      );
      return rows[0]?.count ?? -1;
    },
  };

  test('is done by a worker, chunk by chunk', async () => {
    const worker = await bench.startWorker();
    const id = await imports.start(file('done'), {});
    await bench.drained();
    await worker.close();
    expect(await imports.details(id)).toMatchObject({ status: 'completed_with_errors', ...DONE });
    expect(await events('done')).toBe(ROWS - 15);
  });

  test('is tried again after its files could not be had for a while', async () => {
    const id = await givenImport('away');
    const away = () =>
      Promise.reject(new RequestError('service-unavailable', verbatim('The object store cannot be used.')));
    const { storage } = bench.catalogue;
    await createImportHarness({ ...bench.catalogue, storage: { ...storage, get: away } }).work(id);
    const failure = { code: 'service-unavailable' };
    expect(await imports.details(id)).toMatchObject({ status: 'queued', processed: 0, failure });
    bench.advance(2);
    await imports.work(id);
    expect(await imports.details(id)).toMatchObject({
      status: 'completed_with_errors',
      ...DONE,
      failure: null,
    });
  });

  test('goes on behind the last chunk that was written when its worker dies, and each row is written once', async () => {
    const id = await givenImport('dead');
    const dead = await claim(id);
    const steps = stepsOf(dead);
    for (let step = 0; step < 2; step += 1) await steps.next();
    expect(await imports.details(id)).toMatchObject({ status: 'running', processed: 1_000, created: 990 });
    // It says nothing any more; the sweeper gives the job to another.
    bench.advance(61);
    await bench.sweep();
    const next = stepsOf(await claim(id));
    // The dead one was only slow, and comes too late with the same rows.
    await expect(steps.next()).rejects.toThrow('Attempt 1 no longer has the job');
    while (!(await next.next()).isDone);
    await Promise.all([steps.close(), next.close()]);
    expect(await imports.details(id)).toMatchObject({ status: 'completed_with_errors', ...DONE });
    expect(await events('dead')).toBe(ROWS - 15);
  });

  test('can be cancelled between chunks and tried again', async () => {
    const id = await givenImport('stop');
    const steps = stepsOf(await claim(id));
    for (let step = 0; step < 2; step += 1) await steps.next();
    const choice = { id: encodeId('Job', id) };
    await bench.catalogue.runner.write(bench.catalogue.owner, cancelJob, choice);
    await expect(steps.next()).rejects.toThrow('no longer has the job');
    await steps.close();
    expect(await imports.details(id)).toMatchObject({ status: 'cancelled', processed: 1_000 });
    expect(await events('stop')).toBe(990);
    const twin = await givenImport('stop');
    const again = bench.catalogue.runner.write(bench.catalogue.owner, retryJob, choice);
    await expect(again).rejects.toThrow(`The job ${encodeId('Job', twin)} does the same already.`);
    await bench.catalogue.runner.write(bench.catalogue.owner, cancelJob, { id: encodeId('Job', twin) });
    await bench.withoutNudges(() => bench.catalogue.runner.write(bench.catalogue.owner, retryJob, choice));
    await imports.work(id);
    expect(await imports.details(id)).toMatchObject({ status: 'completed_with_errors', ...DONE });
    expect(await events('stop')).toBe(ROWS - 15);
  });
});
