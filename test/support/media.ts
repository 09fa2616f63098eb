import { createHash } from 'node:crypto';
import type { Session } from '../../src/kernel/session.ts';
import { createMedia } from '../../src/modules/media/index.ts';
import type { TestOrganization } from './catalogue.ts';

/** A PNG of some size in pixels, as far as its header tells; the bytes differ by `salt`. */
export function pngOf(width: number, height: number, salt = ''): Buffer {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 6, 0, 0, 0], 24);
  const data = Buffer.alloc(12);
  data.write('IDAT', 4, 'latin1');
  return Buffer.concat([header, data, Buffer.from(salt)]);
}

export const sha256Of = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Records a file without its bytes: for what is asked of rows alone. */
export async function seedMedia(
  { runner, owner }: TestOrganization,
  media: {
    readonly code: string;
    readonly filename?: string;
    readonly mimeType?: string;
    readonly sizeBytes?: number;
    readonly width?: number | null;
    readonly height?: number | null;
  },
  session: Session = owner,
): Promise<string> {
  const { output } = await runner.write(session, createMedia, {
    filename: `${media.code}.png`,
    mimeType: 'image/png',
    sizeBytes: 1_000,
    width: 800,
    height: 600,
    ...media,
    sha256: sha256Of(`${session.organizationId} ${media.code}`),
    duplicate: false,
    keepContent: async () => undefined,
  });
  return output.id;
}
