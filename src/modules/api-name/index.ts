export { nameDocuments } from './api-name-documents.ts';
export {
  MAX_API_NAME_LENGTH,
  nameOfCode,
  RESERVED_FIELD_NAMES,
  RESERVED_TYPE_NAMES,
} from './api-name-rules.ts';
export { type ApiNames, loadApiNames } from './api-names.ts';
