export {
  createAccessToken,
  getMyToken,
  listAccessTokens,
  revokeAccessToken,
  rotateAccessToken,
} from './access-token.operations.ts';
export { openTokenDirectory, type TokenDirectory, type TokenHolder } from './token-directory.ts';
export { missingToken } from './token-faults.ts';
