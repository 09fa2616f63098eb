export {
  createAccessToken,
  getMyToken,
  listAccessTokens,
  revokeAccessToken,
  rotateAccessToken,
} from './access-token.operations.ts';
export {
  openTokenDirectory,
  type TokenDirectory,
  type TokenPrincipal,
} from './token-directory.ts';
export { missingTokenError } from './token-errors.ts';
