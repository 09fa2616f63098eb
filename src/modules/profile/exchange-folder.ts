/**
 * Returns the start of the storage keys of files in a folder of an organization, which other systems put there and take
 * away.
 */
export const exchangeKeyPrefix = (organizationId: string, folder: string): string =>
  `exchange/${organizationId}/${folder}`;
