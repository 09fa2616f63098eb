export { assignApiNames } from './api-name-documents.ts';
export {
  apiNameFromCode,
  MAX_API_NAME_LENGTH,
  RESERVED_FIELD_NAMES,
  RESERVED_TYPE_NAMES,
} from './api-name-rules.ts';
export { type ApiNames, loadApiNames } from './api-names.ts';
