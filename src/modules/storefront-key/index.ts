export { storefrontKeyModule } from './storefront-key.module.ts';
export { createStorefrontKey, revokeStorefrontKey } from './storefront-key.operations.ts';
export {
  openStorefrontKeyDirectory,
  type StorefrontKeyDirectory,
  type StorefrontKeyPrincipal,
} from './storefront-key-directory.ts';
