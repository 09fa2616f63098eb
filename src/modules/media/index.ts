export {
  type CreateMediaAnswer,
  type CreateMediaInput,
  createMedia,
  dropUnusedContent,
} from './create-media.ts';
export { deleteMedia } from './delete-media.ts';
export { findMediaByContent } from './find-media-by-content.ts';
export { findMediaByFilename } from './find-media-by-filename.ts';
export { mediaLoader, mediaRowLoader } from './media.loaders.ts';
export { findCodesByFilename, loadMediaMetadata, type MediaRow } from './media.store.ts';
export { contentPath, publicUrl, signedUrl } from './media-links.ts';
export { findOrganizationsWithDeleted, findUnneededContents } from './media-purge.store.ts';
export {
  CONTENT_KEYS,
  type Content,
  contentKey,
  contentOf,
  type MediaMetadata,
  restorableSince,
  toFilename,
} from './media-rules.ts';
export { purgeMedia } from './purge-media.ts';
export { getMedia, getMediaContent, isMediaDeleted, type MediaContent } from './read-media.ts';
export {
  contentOfRendition,
  isPicture,
  RENDITION_KEYS,
  RENDITION_PARAMETERS,
  type RenditionParameters,
  type RenditionRequest,
  readRendition,
} from './renditions/rendition-rules.ts';
export {
  createRenditions,
  dropRenditions,
  type RenditionContent,
  type Renditions,
} from './renditions/renditions.ts';
export { type UpdateMediaInput, updateMedia } from './update-media.ts';
export { fetchFile } from './upload/fetch-file.ts';
export { type FileSample, inspectFile, sampleOf } from './upload/inspect-file.ts';
export { keepBytes } from './upload/keep-bytes.ts';
export {
  measureContent,
  type ReceivedFile,
  type ReceiveSettings,
  receiveFile,
  tooLarge,
} from './upload/receive-file.ts';
export { storeReceivedFile } from './upload/store-received-file.ts';
export { countMedia, walkMedia } from './walk-media.ts';
