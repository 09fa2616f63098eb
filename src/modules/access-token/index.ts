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
  type TokenPrincipal as TokenHolder,
} from './token-directory.ts';
export { missingTokenError as missingToken } from './token-errors.ts';
