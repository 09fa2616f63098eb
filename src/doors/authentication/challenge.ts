import type { Fault } from '../../kernel/refusal.ts';

/**
 * The `WWW-Authenticate` header of a 401 or 403 (RFC 6750, 3). A request without any credential is told the scheme
 * alone; `resourceMetadata` (RFC 9728) is where an MCP client reads how to get a token.
 */
export function challengeFor(fault: Fault, resourceMetadata?: string): string {
  const parameters: string[] = [];
  if (fault.code === 'insufficient-scope') {
    const scopes = fault.parameters.required_scopes;
    parameters.push(quoted('error', 'insufficient_scope'));
    if (Array.isArray(scopes)) parameters.push(quoted('scope', scopes.join(' ')));
  } else if (fault.status === 401 && fault.code !== 'missing-token') {
    parameters.push(quoted('error', 'invalid_token'), quoted('error_description', fault.detail));
  }
  if (resourceMetadata !== undefined) parameters.push(quoted('resource_metadata', resourceMetadata));
  return ['Bearer', parameters.join(', ')].filter((part) => part !== '').join(' ');
}

// A quoted-string of RFC 9110, 5.6.4, narrowed to what RFC 6750 allows in a description.
const quoted = (name: string, value: string) => `${name}="${value.replace(/[^ !#-[\]-~]/g, '')}"`;
