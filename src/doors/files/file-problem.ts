import type { FieldProblem } from '../../kernel/field-problem.ts';
import { Conflict, Fault, Refusal } from '../../kernel/refusal.ts';
import { challengeFor } from '../authentication/challenge.ts';

/** The problem (RFC 9457) that an expected error is answered with; null for one that nobody expected. */
export function fileProblem(error: unknown, requestId: string): Response | null {
  if (!(error instanceof Fault) && !(error instanceof Refusal)) return null;
  const { code, title, status, detail } = error;
  const body = {
    ...{ type: `/problems/${code}`, title, status, detail, code, request_id: requestId },
    ...(error instanceof Fault ? error.parameters : factsOf(error)),
  };
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  if (error instanceof Fault && (status === 401 || code === 'insufficient-scope')) {
    headers.set('www-authenticate', challengeFor(error));
  }
  if (code === 'range-not-satisfiable' && error instanceof Fault) {
    headers.set('content-range', `bytes */${error.parameters.size}`);
  }
  return new Response(JSON.stringify(body), { status, headers });
}

function factsOf(refusal: Refusal) {
  return {
    errors: refusal.errors.map(toWire),
    ...(refusal instanceof Conflict && refusal.usedBy.length > 0 ? { used_by: refusal.usedBy } : {}),
  };
}

/** `path` becomes a JSON Pointer (RFC 6901). */
function toWire({ path, ...facts }: FieldProblem) {
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return { ...facts, pointer };
}
