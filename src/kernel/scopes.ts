/** The twelve scopes a token may hold. */
export const SCOPES = [
  'products:read',
  'products:write',
  'entities:read',
  'entities:write',
  'settings:read',
  'settings:write',
  'media:read',
  'media:write',
  'import-export:read',
  'import-export:write',
  'attributes:read',
  'attributes:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['owner', 'admin', 'manager', 'editor', 'reviewer', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Right that an operation needs.
 * - a scope: the token or session must hold it;
 * - `product-status`: changing only the status, which reviewers may do without `products:write`;
 * - `authenticated`: any valid token or session;
 * - `sessionRole`: a signed-in person (never a token) of one of these roles.
 */
export type ScopeExpression =
  | Scope
  | 'product-status'
  | 'authenticated'
  | { readonly sessionRole: readonly Role[] }
  | { readonly anyOf: readonly ScopeExpression[] }
  | { readonly allOf: readonly ScopeExpression[] };

const READ_SCOPES = SCOPES.filter((scope) => scope.endsWith(':read'));
const EDITOR_SCOPES: readonly Scope[] = [
  ...SCOPES.filter((scope) => /^(products|entities|media|import-export):/.test(scope)),
  'attributes:read',
  'settings:read',
];

/** The scopes each role can use at all; a token's rights are these, cut by the token's own scopes. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  owner: new Set(SCOPES),
  admin: new Set(SCOPES),
  manager: new Set<Scope>([...EDITOR_SCOPES, 'attributes:write', 'settings:write']),
  editor: new Set(EDITOR_SCOPES),
  reviewer: new Set(READ_SCOPES),
  viewer: new Set(READ_SCOPES),
};

/** Rights of the caller: see {@link hasScope}. */
export interface Grants {
  readonly role: Role;
  readonly credential: 'session' | 'token' | 'system';
  /** The scopes of the token; a session and the system have all. */
  readonly scopes: ReadonlySet<Scope>;
}

/** Returns true if `grants` satisfy `expression`: rights = role ∩ scopes. */
export function hasScope(grants: Grants, expression: ScopeExpression): boolean {
  if (typeof expression === 'object') {
    if ('anyOf' in expression) return expression.anyOf.some((part) => hasScope(grants, part));
    if ('allOf' in expression) return expression.allOf.every((part) => hasScope(grants, part));
    return grants.credential !== 'token' && expression.sessionRole.includes(grants.role);
  }
  if (expression === 'authenticated') return true;
  if (expression === 'product-status') {
    return grants.scopes.has('products:write') && grants.role !== 'viewer';
  }
  return grants.scopes.has(expression) && SCOPES_OF_ROLE[grants.role].has(expression);
}

/** Returns the scope for reading what an expression lets its holder write: `products:read` for `products:write`. */
export function matchingReadScope(expression: ScopeExpression): ScopeExpression {
  if (typeof expression !== 'object') {
    if (expression === 'product-status') return 'products:read';
    return expression === 'authenticated' ? expression : (expression.replace(/:write$/, ':read') as Scope);
  }
  if ('anyOf' in expression) return { anyOf: expression.anyOf.map(matchingReadScope) };
  return 'allOf' in expression ? { allOf: expression.allOf.map(matchingReadScope) } : expression;
}

/** Returns the scopes that an expression names, for messages, OpenAPI `security` and the `WWW-Authenticate` header. */
export function scopesIn(expression: ScopeExpression): Scope[] {
  if (typeof expression === 'object') {
    if ('sessionRole' in expression) return [];
    const parts = 'anyOf' in expression ? expression.anyOf : expression.allOf;
    return [...new Set(parts.flatMap(scopesIn))];
  }
  if (expression === 'authenticated') return [];
  return expression === 'product-status' ? ['products:write'] : [expression];
}
