// Risk: the log on a terminal hides what happened, shows a secret, or lets a request steer the terminal.
import { expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { prettyLog } from '../../src/platform/pretty-log.ts';

function written(): { readonly log: ReturnType<typeof createLog>; readonly text: () => string } {
  const parts: string[] = [];
  const log = createLog('info', prettyLog({ write: (part) => parts.push(part) }));
  return { log, text: () => parts.join('').replace(/^\d\d:\d\d:\d\d /gm, '') };
}

test('a line has level, message and facts, and each fact can be told from the next', () => {
  const { log, text } = written();
  log.info({ port: 4_000, path: '/graphql' }, 'request');
  log.warn({ reason: 'no route', nested: { a: 1 } }, 'a replica cannot be asked');
  log.debug({}, 'hidden');
  expect(text()).toBe(
    [
      'info  request port=4000 path=/graphql',
      'warn  a replica cannot be asked reason="no route" nested={"a":1}',
      '',
    ].join('\n'),
  );
});

test('an error has its stack on lines of its own', () => {
  const { log, text } = written();
  const err = new Error('boom');
  err.stack = 'Error: boom\n    at here';
  log.error({ err }, 'a request failed');
  expect(text()).toBe('error a request failed\n  Error: boom\n      at here\n');
});

test('secrets are cut out and control characters do nothing', () => {
  const { log, text } = written();
  log.info({ token: 'hunter2', path: '/\u001b[2J\u0007' }, `Bearer hunter2hunter2 \u001b[2J`);
  expect(text()).toBe('info  Bearer [cut] \u{fffd}[2J token=[cut] path="/\\u001b[2J\\u0007"\n');
});
