import type { RequestError } from '../../kernel/errors.ts';

/**
 * Returns the `WWW-Authenticate` header of a 401 or 403 (RFC 6750, 3). A request without any credential gets the scheme
 * alone. No `resource_metadata` (RFC 9728) is named: it would send MCP clients to a sign-in that does not exist.
 */
export function wwwAuthenticate(fault: RequestError): string {
  const parameters: string[] = [];
  if (fault.code === 'insufficient-scope') {
    const scopes = fault.parameters.required_scopes;
    parameters.push(quoted('error', 'insufficient_scope'));
    if (Array.isArray(scopes)) parameters.push(quoted('scope', scopes.join(' ')));
  } else if (fault.status === 401 && fault.code !== 'missing-token') {
    parameters.push(quoted('error', 'invalid_token'), quoted('error_description', fault.detail));
  }
  return ['Bearer', parameters.join(', ')].filter((part) => part !== '').join(' ');
}

// A quoted-string of RFC 9110, 5.6.4, narrowed to what RFC 6750 allows in a description.
const quoted = (name: string, value: string) => `${name}="${value.replace(/[^ !#-[\]-~]/g, '')}"`;
