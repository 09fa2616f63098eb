export {
  type CreateMediaInput,
  type CreateMediaResult as CreateMediaAnswer,
  createMedia,
  deleteUnusedContent as dropUnusedContent,
} from './create-media.ts';
export { deleteMedia } from './delete-media.ts';
export { findMediaByContent } from './find-media-by-content.ts';
export { findMediaByFilename } from './find-media-by-filename.ts';
export { mediaLoader, mediaRowLoader } from './media.loaders.ts';
export { findCodesByFilename, loadMediaMetadata, type MediaRow } from './media.store.ts';
export { contentPath, publicUrl, signedUrl } from './media-links.ts';
export {
  findOrganizationsWithDeleted,
  findUnusedContents as findUnneededContents,
} from './media-purge.store.ts';
export {
  CONTENT_KEYS,
  type Content,
  contentKey,
  type MediaMetadata,
  parseContentKey as contentOf,
  restorableSince,
  toFilename,
} from './media-rules.ts';
export { purgeMedia } from './purge-media.ts';
export { getMedia, getMediaContent, isMediaDeleted, type MediaContent } from './read-media.ts';
export {
  contentOfRendition,
  isImageType as isPicture,
  RENDITION_KEYS,
  RENDITION_PARAMETERS,
  type RenditionParameters,
  type RenditionRequest,
  readRendition,
} from './renditions/rendition-rules.ts';
export {
  createRenditions,
  deleteRenditions as dropRenditions,
  type RenditionContent,
  type Renditions,
} from './renditions/renditions.ts';
export { countMedia, scanMedia as walkMedia } from './scan-media.ts';
export { type UpdateMediaInput, updateMedia } from './update-media.ts';
export { fetchFile } from './upload/fetch-file.ts';
export { type FileSample, inspectFile, sampleOf } from './upload/inspect-file.ts';
export {
  hashContent as measureContent,
  type ReceivedFile,
  type ReceiveSettings,
  receiveFile,
  tooLargeError as tooLarge,
} from './upload/receive-file.ts';
export { storeBytes as keepBytes } from './upload/store-bytes.ts';
export { storeReceivedFile } from './upload/store-received-file.ts';
