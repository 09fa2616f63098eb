// Risk: a list stays empty because the server was busy for a moment, or an error that stays is shown late.
import { expect, test } from 'vitest';
import { ApiError } from '../../../src/console/api/api-error.ts';
import { queryClient } from '../../../src/console/api/query-client.ts';

/** Requests a list whose request fails; returns the number of requests and the response. */
async function load(error: ApiError, failures: number) {
  let requests = 0;
  const loaded = await queryClient
    .fetchQuery({
      queryKey: [crypto.randomUUID()],
      queryFn: () => {
        requests += 1;
        return requests <= failures ? Promise.reject(error) : Promise.resolve('list');
      },
    })
    .catch(({ code }: ApiError) => code);
  return { requests, loaded };
}

const busy = (status: number, retryAfterSeconds: number, code = 'error') =>
  new ApiError(code, 'Busy.', { status, retryAfterSeconds });

test.each([
  ['of a proxy without a body', busy(502, 0.01)],
  ['of a proxy that waited too long', busy(504, 0.01)],
  ['of a server that is busy', busy(503, 0.01, 'service-unavailable')],
  ['of a limit of requests', busy(429, 0.01, 'rate-limited')],
])('an error %s is retried twice, after the time that the server asks for', async (_name, error) => {
  expect(await load(error, 2)).toEqual({ requests: 3, loaded: 'list' });
  expect(await load(error, 3)).toEqual({ requests: 3, loaded: error.code });
});

test.each([
  ['stays', busy(500, 0.01, 'internal-error')],
  ['is a rejection', busy(422, 0.01, 'filter-too-broad')],
  ['lasts longer than people wait', busy(429, 11, 'rate-limited')],
])('an error that %s is shown at once', async (_name, error) => {
  expect(await load(error, 1)).toEqual({ requests: 1, loaded: error.code });
});
