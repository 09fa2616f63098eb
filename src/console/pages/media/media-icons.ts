// Icons that only the media library has.

export { default as VideoIcon } from 'lucide-react/icons/circle-play';
export { default as FileIcon } from 'lucide-react/icons/file';
export { default as PdfIcon } from 'lucide-react/icons/file-type';
export { default as TilesIcon } from 'lucide-react/icons/layout-grid';
