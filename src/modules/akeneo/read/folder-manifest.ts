import type { Message } from '../../../kernel/problems/messages/message.ts';
import type { ProductFileStats } from './product-file-stats.ts';

/** The files of a catalogue besides `products.csv`, in the order in which they are imported; each may be missing. */
export const OPTIONAL_FILES = [
  'locales',
  'currencies',
  'channels',
  'categories',
  'group_types',
  'groups',
  'attribute_groups',
  'attributes',
  'attribute_options',
  'families',
  'family_variants',
  'association_types',
  'product_models',
] as const;
export type OptionalFile = (typeof OPTIONAL_FILES)[number];

export const PRODUCTS_FILE = 'products.csv';

/** The names of all files of a catalogue, in the order in which they are imported. */
export const FOLDER_FILES: readonly string[] = [
  ...OPTIONAL_FILES.map((file) => `${file}.csv`),
  PRODUCTS_FILE,
];

/** Metadata of an image or another file that cells name. */
export interface ImageMetadata {
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** A file that is there and cannot be taken, and why. */
export interface ImageError {
  /** The message is text in manifests of versions before 0.4. */
  readonly fault: { readonly code: string; readonly message: Message | string };
}

/** The result of a path in a cell: a file, a file that cannot be used, or why there is none. */
export type FolderImage = ImageMetadata | ImageError | 'unreadable' | 'outside';

/**
 * A folder as it lies in the storage: the object of a job's file lists what belongs to it, and the rest lies beside it
 * under keys that follow from that one. It is its content, too, so that the same folder is the same file.
 */
export interface FolderManifest {
  /** Names of the files of the catalogue with the SHA-256 of each. */
  readonly files: Readonly<Record<string, string>>;
  /** Names of other CSV files. */
  readonly others: readonly string[];
  readonly products: ProductFileStats;
  /** The images that cells name, by path; those that do not exist are left out. */
  readonly pictures: readonly (readonly [path: string, picture: FolderImage])[];
}

/** Returns the key of the folder that an archive holds, once it is unpacked. */
export const unpackedFolderKey = (archive: string): string => `${archive}-folder`;
/** Returns the key of a CSV file of the folder. */
export const folderFileKey = (key: string, name: string): string => `${key}-${name}`;
/** Returns the key of the bytes of an image; those that the catalogue has already are not kept again. */
export const folderImageKey = (key: string, { sha256 }: ImageMetadata): string => `${key}-${sha256}`;

/** Returns the manifest as its object holds it. */
export const toBytes = (manifest: FolderManifest): Buffer => Buffer.from(JSON.stringify(manifest));
