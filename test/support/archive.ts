import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** A tar archive of files by their paths in it. */
export async function archiveOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return buffer(archive);
}
