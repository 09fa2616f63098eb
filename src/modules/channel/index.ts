export { channelModule } from './channel.module.ts';
export {
  type ChannelDocument,
  channelLoader,
  channelResource,
  channelStore,
  createChannel,
  deleteChannel,
  PUBLISH_GUARDS,
  type PublishGuard,
  updateChannel,
  upsertChannels,
} from './channel.resource.ts';
