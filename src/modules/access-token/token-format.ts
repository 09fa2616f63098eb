import { credentialFormat } from '../../platform/credential/credential-format.ts';

/** Access tokens: `pim_…`. */
export const TOKEN_FORMAT = credentialFormat('pim');
