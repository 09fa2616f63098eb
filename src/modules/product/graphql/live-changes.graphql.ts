import { builder } from '../../../graphql/builder.ts';
import { AttributeRef } from '../../attribute/attribute.graphql.ts';
import { AttributeSetRef } from '../../attribute-set/attribute-set.graphql.ts';
import { ChannelRef } from '../../channel/channel.graphql.ts';
import { countLiveChanges, type LiveChange, type LiveChanges } from '../live-changes.ts';

const LiveChangeType = builder.objectRef<LiveChange>('LiveChange').implement({
  description: 'How many products a change moves in one channel and locale.',
  fields: (t) => ({
    channel: t.exposeString('channel', { description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { description: 'Code of the locale.' }),
    entering: t.exposeInt('entering', { description: 'Number of products that become live.' }),
    leaving: t.exposeInt('leaving', { description: 'Number of products that are no longer live.' }),
  }),
});

const LiveChangesType = builder.objectRef<LiveChanges>('LiveChanges').implement({
  description: 'How many products a change of configuration moves in channels and locales.',
  fields: (t) => ({
    changes: t.field({
      type: [LiveChangeType],
      description: 'Channels and locales with products that move.',
      resolve: ({ changes }) => [...changes],
    }),
    complete: t.exposeBoolean('isComplete', {
      description: 'False if a set has more than 10,000 published products: further ones are not counted.',
    }),
  }),
});

for (const type of [AttributeSetRef, ChannelRef, AttributeRef])
  builder.prismaObjectFields(type as typeof ChannelRef, (t) => ({
    liveChanges: t.field({
      type: LiveChangesType,
      nullable: true,
      description:
        'In the response of a dry run: how many products would become live, or would be no longer, by all changes of the request. Null otherwise.',
      resolve: (_object, _args, { dryRunEvents }) =>
        dryRunEvents === null ? null : countLiveChanges(dryRunEvents),
    }),
  }));
