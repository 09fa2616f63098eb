// The thread that keeps segments: `Worker` of node:worker_threads runs this file.
import { parentPort, workerData } from 'node:worker_threads';
import { SegmentService } from './segment-service.ts';
import type { ThreadSettings, WorkerRequest, WorkerResponse } from './thread-messages.ts';

const post = (message: WorkerResponse) => parentPort?.postMessage(message);
const report = (error: unknown) =>
  post({ kind: 'problem', text: error instanceof Error ? (error.stack ?? error.message) : String(error) });
const service = new SegmentService({ ...(workerData as ThreadSettings), onError: report });

parentPort?.on('message', async (message: WorkerRequest) => {
  if (message.kind === 'close') {
    await service.close();
    parentPort?.close();
    return;
  }
  const { id, asked } = message;
  const rowAnswers = await service.ask(asked).catch((error: unknown) => {
    report(error);
    return null;
  });
  post({ kind: 'answers', id, answers: rowAnswers, stats: service.stats });
});
