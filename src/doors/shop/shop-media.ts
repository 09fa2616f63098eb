import type { Context, Hono } from 'hono';
import { Fault, Refusal } from '../../kernel/refusal.ts';
import { MEDIA_PATH, type MediaLinks } from '../../modules/delivery/index.ts';
import type { Renditions } from '../../modules/media/index.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { sendContent, sendRendition } from '../files/send-content.ts';
import type { DoorEnvironment } from '../http/door-environment.ts';
import { faultResponse } from '../http/fault-response.ts';

/** A link names a content: what it leads to never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export interface ShopMediaSettings {
  readonly mediaLinks: MediaLinks;
  readonly renditions: Renditions;
  readonly storage: ObjectStorage;
}

/** Files of shops, by links that say all that is needed: nothing is asked of the database. */
export function serveShopMedia(app: Hono<DoorEnvironment>, settings: ShopMediaSettings): void {
  const { mediaLinks, renditions, storage } = settings;
  app.get(`${MEDIA_PATH}/*`, async (context: Context<DoorEnvironment>) => {
    context.set('operation', 'shopMedia');
    try {
      const { organizationId, content, rendition } = mediaLinks.read(context.req.path);
      const answer = await (rendition === null
        ? sendContent(context.req.raw, content, storage, FOR_EVER)
        : sendRendition(context.req.raw, renditions.of(content, organizationId, rendition), FOR_EVER));
      answer.headers.set('access-control-allow-origin', '*');
      return answer;
    } catch (error) {
      if (error instanceof Fault || error instanceof Refusal) return faultResponse(error, context);
      throw error;
    }
  });
}
