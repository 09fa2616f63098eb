export { channelLoader } from './channel.loaders.ts';
export { channelModule } from './channel.module.ts';
export {
  createChannel,
  deleteChannel,
  getChannel,
  listChannels,
  updateChannel,
  upsertChannels,
} from './channel.operations.ts';
export {
  type ChannelDocument,
  channelResource,
  channelStore,
  PUBLISH_GUARDS,
  type PublishGuard,
} from './channel.resource.ts';
