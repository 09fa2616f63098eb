/** Titles that the words of an operation id do not give. */
const TITLES: Readonly<Record<string, string>> = {
  getMe: 'Get the caller',
  getOrganization: 'Get the organization',
  updateOrganization: 'Update the organization',
  getProductCompleteness: 'Get the completeness of a product',
  setProductStatus: 'Set the status of a product',
  setProductStatuses: 'Set the status of several products',
  restoreProducts: 'Restore several products',
  bulkEditProducts: 'Edit products in bulk',
  previewBulkEdit: 'Preview a bulk edit',
  erasePersonalData: 'Erase the personal data of a user or token',
  listProductVariants: 'List the variants of a product',
  getAttributeSetSchema: 'Get the JSON Schema of an attribute set',
  listFilterFields: 'List the filter fields of products',
  addMedia: 'Add a media file by URL or in base64',
  listMedia: 'List media files',
  getMedia: 'Get a media file',
  updateMedia: 'Update a media file',
  replaceMedia: 'Replace the content of a media file',
  deleteMedia: 'Delete a media file',
  restoreMedia: 'Restore a media file',
  listProductsOfMedia: 'List the products that use a media file',
  listProductsOfEntity: 'List the products that use an entity',
  getMediaUsage: 'Get the storage used by media files',
  applyModel: 'Create or update several objects of the model',
  previewImport: 'Preview an import',
  correctRows: 'Correct failed rows of an import',
  runProfile: 'Run an import or export profile',
  listScheduleRuns: 'List the scheduled runs of a profile',
  rotateWebhookSecret: 'Rotate the secret of a webhook',
};

/** A verb whose object is one thing: `createProduct` → `Create a product`. */
const MANY = /^(list|search|upsert) /;

/** Returns the title of an operation as a list of operations shows it: `createOptionSet` → `Create an option set`. */
export function titleOf(operationId: string): string {
  const presetTitle = TITLES[operationId];
  if (presetTitle !== undefined) return presetTitle;
  const phrase = operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const whole = MANY.test(phrase)
    ? phrase
    : phrase.replace(/ ([aeiou]?)/, (_space, vowel: string) => (vowel === '' ? ' a ' : ` an ${vowel}`));
  return `${whole[0]?.toUpperCase()}${whole.slice(1).replace('import export', 'import/export').replace('akeneo', 'Akeneo')}`;
}
