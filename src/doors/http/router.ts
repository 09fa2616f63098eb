import { Hono, type MiddlewareHandler } from 'hono';
import type { Log } from '../../platform/log.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { problemResponse } from './problem-response.ts';

/** Where the doors are put together by `route`: the first that knows a path answers; one nobody knows is a 404 problem. */
export function createRouter(settings: {
  readonly log: Log;
  /** Runs around every request. */
  readonly around: readonly MiddlewareHandler<DoorEnvironment>[];
}): Hono<DoorEnvironment> {
  const router = new Hono<DoorEnvironment>();
  for (const middleware of settings.around) router.use(middleware);
  router.notFound((context) =>
    problemResponse({
      slug: 'not-found',
      status: 404,
      title: 'Not found',
      detail: `There is nothing at ${context.req.path}.`,
      requestId: context.get('requestId'),
    }),
  );
  router.onError((error, context) => {
    const requestId = context.get('requestId');
    settings.log.error({ err: error, requestId }, 'a request failed');
    return problemResponse({
      slug: 'internal-error',
      status: 500,
      title: 'Internal error',
      detail: `Something went wrong on the server. It was logged under the request id ${requestId}.`,
      requestId,
    });
  });
  return router;
}
