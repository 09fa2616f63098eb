import { RequestError } from '../../../kernel/errors.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { ImageRenderer } from '../../../platform/image/image-renderer.ts';
import type { RenderFailure } from '../../../platform/image/render-task.ts';
import type { Rendition, RenditionFormat } from '../../../platform/image/rendition.ts';
import type { ListedObject, ObjectStorage, StoredObject } from '../../../platform/storage/object-storage.ts';
import type { MediaContent } from '../read-media.ts';
import { type RenditionRequest, renditionFolder, renditionName, toRendition } from './rendition-rules.ts';

/** Renditions of one content that are stored; the oldest goes when another one is made. */
const MAX_RENDITIONS = 100;
/** Largest source, in bytes. */
const LARGEST_SOURCE_BYTES = 100_000_000;

/** A rendition as an API sends it. */
export interface RenditionContent {
  readonly mimeType: string;
  readonly filename: string;
  /** Strong entity tag (RFC 9110, 8.8.3); known before the rendition is made. */
  readonly tag: string;
  /** Opens it; made when it does not exist. */
  open(): Promise<StoredObject>;
}

/** Images in other sizes, made when they are first requested and kept in the storage. */
export interface Renditions {
  /** @throws RequestError `rendition-failed` for what is no image; `open` also for one that cannot be read */
  of(content: MediaContent, organizationId: string, request: RenditionRequest): RenditionContent;
}

/** Each rendition is made once, however many request it at the same time in this process. */
export function createRenditions({
  storage,
  renderer,
}: {
  readonly storage: ObjectStorage;
  readonly renderer: ImageRenderer;
}): Renditions {
  const beingMade = new Map<string, Promise<void>>();
  return {
    of(content, organizationId, request) {
      const rendition = toRendition(content, request);
      const name = renditionName(content, rendition);
      const folder = renditionFolder(organizationId, content.sha256);
      const key = `${folder}/${name}`;
      return {
        mimeType: `image/${rendition.format}`,
        filename: toFilename(content.filename, rendition.format),
        tag: `"${content.sha256.slice(0, 32)}-${name}"`,
        async open() {
          const storedRendition = await storage.get(key);
          if (storedRendition !== null) return storedRendition;
          let making = beingMade.get(key);
          if (making === undefined) {
            making = make(content, rendition, folder, key).finally(() => beingMade.delete(key));
            beingMade.set(key, making);
          }
          await making;
          const newRendition = await storage.get(key);
          if (newRendition === null) throw new Error(`The storage has lost ${key}.`);
          return newRendition;
        },
      };
    },
  };

  async function make(
    content: MediaContent,
    rendition: Rendition,
    folder: string,
    key: string,
  ): Promise<void> {
    if (content.sizeBytes > LARGEST_SOURCE_BYTES) throw failed('too-large');
    const result = await renderer.render(async () => {
      const source = await storage.get(content.key);
      if (source === null) throw new Error(`The storage has lost ${content.key}.`);
      return source.stream as AsyncIterable<Uint8Array>;
    }, rendition);
    if (result.outcome === 'refused') throw failed(result.reason);
    const { bytes } = result;
    await storage.put(
      key,
      (async function* () {
        yield bytes;
      })(),
    );
    await dropOldest(storage, folder, key);
  }
}

/** Keeps the number of renditions of one content bounded, so that requesting many sizes fills no storage. */
async function dropOldest(storage: ObjectStorage, folder: string, newest: string): Promise<void> {
  const olderObjects: ListedObject[] = [];
  for await (const object of storage.list(folder)) if (object.key !== newest) olderObjects.push(object);
  olderObjects.sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime());
  const tooMany = olderObjects.length + 1 - MAX_RENDITIONS;
  for (const { key } of olderObjects.slice(0, Math.max(0, tooMany))) await storage.delete(key);
}

const WHY: Readonly<Record<RenderFailure | 'too-large', Message>> = {
  broken: localized('picture-broken'),
  'too-many-pixels': localized('picture-too-many-pixels'),
  'too-slow': localized('picture-too-slow'),
  'too-much-memory': localized('picture-too-much-memory'),
  'too-large': localized('picture-too-large', { max: LARGEST_SOURCE_BYTES }),
};

function failed(reason: RenderFailure | 'too-large'): RequestError {
  return new RequestError('rendition-failed', WHY[reason], { reason });
}

function toFilename(filename: string, format: RenditionFormat): string {
  return `${filename.replace(/\.[^.]*$/, '')}.${format === 'jpeg' ? 'jpg' : format}`;
}

/** Removes the renditions of a content that goes. */
export async function deleteRenditions(
  storage: ObjectStorage,
  { organizationId, sha256 }: { readonly organizationId: string; readonly sha256: string },
): Promise<void> {
  for await (const { key } of storage.list(renditionFolder(organizationId, sha256)))
    await storage.delete(key);
}
