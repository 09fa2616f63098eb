import type { Context } from 'hono';
import {
  Conflict,
  type DomainError,
  NotPublishable,
  RequestError,
  VersionMismatch,
} from '../../kernel/errors.ts';
import { toProblemJson } from '../../kernel/field-problem.ts';
import { wwwAuthenticate } from '../authentication/challenge.ts';
import type { AppEnv } from './app-env.ts';
import { problemResponse, type RequestMetadata } from './problem-response.ts';

/** Returns the metadata that a problem contains about its request. */
export function requestMetadata(context: Context<AppEnv>): RequestMetadata {
  return {
    requestId: context.get('requestId'),
    publicUrl: context.get('publicUrl'),
    language: context.get('language'),
    // The path stays as it was sent, because `instance` is a URI reference.
    path: new URL(context.req.raw.url).pathname,
  };
}

/** Returns the problem (RFC 9457) that an expected error is returned as, and the headers that go with it. */
export function errorResponse(error: RequestError | DomainError, context: Context<AppEnv>): Response {
  const { code: slug, detail, text } = error;
  const members = error instanceof RequestError ? error.parameters : membersOf(error);
  const headers = error instanceof RequestError ? headersOf(error) : {};
  return problemResponse({ slug, detail, text, members }, requestMetadata(context), headers);
}

function headersOf(fault: RequestError): Record<string, string> {
  const { status, code, parameters } = fault;
  if (status === 401 || code === 'insufficient-scope') return { 'www-authenticate': wwwAuthenticate(fault) };
  // RFC 9110, 15.5.6: a 405 names what is allowed.
  if (status === 405 && Array.isArray(parameters.allowed)) return { allow: parameters.allowed.join(', ') };
  if (status === 503) return { 'retry-after': '1' };
  if (code === 'range-not-satisfiable') return { 'content-range': `bytes */${parameters.size}` };
  return {};
}

function membersOf(domainError: DomainError) {
  const errors = domainError.errors.map(toProblemJson);
  if (domainError instanceof Conflict) {
    const { allowed, usedBy } = domainError;
    return {
      errors,
      ...(allowed.length > 0 ? { allowed } : {}),
      ...(usedBy.length > 0 ? { used_by: usedBy } : {}),
    };
  }
  if (domainError instanceof NotPublishable) return { errors, missing: domainError.missing };
  if (domainError instanceof VersionMismatch) {
    const { currentVersion, yourVersion, conflicts } = domainError;
    return {
      errors,
      current_version: currentVersion,
      your_version: yourVersion,
      conflicting_changes: conflicts,
    };
  }
  return { errors };
}
