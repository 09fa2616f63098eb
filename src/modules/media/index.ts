export {
  type CreateMediaInput,
  type CreateMediaResult,
  createMedia,
  deleteUnusedContent,
} from './create-media.ts';
export { deleteMedia } from './delete-media.ts';
export { findMediaByContent } from './find-media-by-content.ts';
export { findMediaByFilename } from './find-media-by-filename.ts';
export { mediaLoader, mediaRowLoader } from './media.loaders.ts';
export { findCodesByFilename, findMediaRowsByRef, loadMediaMetadata, type MediaRow } from './media.store.ts';
export { CONTENT_PARAMETER, contentPath, publicUrl, signedUrl } from './media-links.ts';
export {
  findOrganizationsWithDeleted,
  findUnusedContents,
} from './media-purge.store.ts';
export {
  CONTENT_KEYS,
  type Content,
  contentKey,
  type MediaMetadata,
  parseContentKey,
  restorableSince,
  toFilename,
} from './media-rules.ts';
export { purgeMedia } from './purge-media.ts';
export { getMedia, getMediaContent, isMediaDeleted, type MediaContent } from './read-media.ts';
export {
  contentOfRendition,
  isImageType,
  RENDITION_KEYS,
  RENDITION_PARAMETERS,
  type RenditionParameters,
  type RenditionRequest,
  readRendition,
} from './renditions/rendition-rules.ts';
export {
  createRenditions,
  deleteRenditions,
  type RenditionContent,
  type Renditions,
} from './renditions/renditions.ts';
export { countMedia, scanMedia } from './scan-media.ts';
export { type UpdateMediaInput, updateMedia } from './update-media.ts';
export { fetchFile } from './upload/fetch-file.ts';
export { type FileSample, inspectFile, sampleOf } from './upload/inspect-file.ts';
export {
  hashContent,
  type ReceivedFile,
  type ReceiveSettings,
  receiveFile,
  tooLargeError,
} from './upload/receive-file.ts';
export { storeBytes } from './upload/store-bytes.ts';
export { storeReceivedFile } from './upload/store-received-file.ts';
