import type { Context } from 'hono';
import { toWireProblem } from '../../kernel/field-problem.ts';
import { Conflict, Fault, NotPublishable, type Refusal, VersionMismatch } from '../../kernel/refusal.ts';
import { challengeFor } from '../authentication/challenge.ts';
import type { DoorEnvironment } from './door-environment.ts';
import { problemResponse, type RequestMetadata } from './problem-response.ts';

/** Returns the metadata that a problem contains about its request. */
export function requestMetadata(context: Context<DoorEnvironment>): RequestMetadata {
  return {
    requestId: context.get('requestId'),
    publicUrl: context.get('publicUrl'),
    language: context.get('language'),
    // The path stays as it was sent, because `instance` is a URI reference.
    path: new URL(context.req.raw.url).pathname,
  };
}

/** Returns the problem (RFC 9457) that an expected error is returned as, and the headers that go with it. */
export function faultResponse(error: Fault | Refusal, context: Context<DoorEnvironment>): Response {
  const { code: slug, detail, text } = error;
  const members = error instanceof Fault ? error.parameters : membersOf(error);
  const headers = error instanceof Fault ? headersOf(error) : {};
  return problemResponse({ slug, detail, text, members }, requestMetadata(context), headers);
}

function headersOf(fault: Fault): Record<string, string> {
  const { status, code, parameters } = fault;
  if (status === 401 || code === 'insufficient-scope') return { 'www-authenticate': challengeFor(fault) };
  // RFC 9110, 15.5.6: a 405 names what is allowed.
  if (status === 405 && Array.isArray(parameters.allowed)) return { allow: parameters.allowed.join(', ') };
  if (status === 503) return { 'retry-after': '1' };
  if (code === 'range-not-satisfiable') return { 'content-range': `bytes */${parameters.size}` };
  return {};
}

function membersOf(refusal: Refusal) {
  const errors = refusal.errors.map(toWireProblem);
  if (refusal instanceof Conflict) {
    const { allowed, usedBy } = refusal;
    return {
      errors,
      ...(allowed.length > 0 ? { allowed } : {}),
      ...(usedBy.length > 0 ? { used_by: usedBy } : {}),
    };
  }
  if (refusal instanceof NotPublishable) return { errors, missing: refusal.missing };
  if (refusal instanceof VersionMismatch) {
    const { currentVersion, yourVersion, conflicts } = refusal;
    return {
      errors,
      current_version: currentVersion,
      your_version: yourVersion,
      conflicting_changes: conflicts,
    };
  }
  return { errors };
}
