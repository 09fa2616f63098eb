import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { RequestError } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { createCompiledExecution } from './compiled-execution.ts';
import { limitDocument, rejectUnstorableText } from './document-plugins.ts';
import { toPublicError } from './errors/public-error.ts';
import { limitJsonBody } from './limit-json.ts';
import { limitedResult } from './limited-result.ts';
import { persistedQueries } from './persisted-queries.ts';
import type { RequestState, ServerContext } from './request-state.ts';
import { type DocumentDependencies, type Execute, runDocument } from './run-document.ts';
import { eventStream, singleMessageStream } from './subscriptions/event-stream.ts';
import { runSubscription, type SubscriptionDependencies } from './subscriptions/run-subscription.ts';
import { yogaOptions } from './yoga-options.ts';

export type GraphqlEngine = YogaServerInstance<ServerContext, object>;

/** Parses, validates and runs GraphQL over HTTP (GraphQL over HTTP specification). Answers `/graphql` and nothing else. */
export function createGraphqlEngine(
  dependencies: SubscriptionDependencies & {
    readonly schema: GraphQLSchema;
    /** See {@link createCompiledExecution}. */
    readonly unguardedSchema: (() => GraphQLSchema) | null;
  },
): GraphqlEngine {
  return createYoga<ServerContext>({
    schema: dependencies.schema,
    graphqlEndpoint: '/graphql',
    ...yogaOptions(),
    plugins: [
      limitJsonBody(),
      limitDocument(),
      rejectUnstorableText,
      findCaller,
      persistedQueries(),
      runBy(dependencies, createCompiledExecution(dependencies.schema, dependencies.unguardedSchema)),
      subscribeBy(dependencies),
      presentErrors(dependencies),
    ],
  });
}

type EnginePlugin = Plugin<ServerContext, ServerContext>;

const findCaller: EnginePlugin = {
  async onParams({ context: { exchange } }) {
    exchange.session = await exchange.authenticate();
  },
};

function runBy(dependencies: DocumentDependencies, execute: Execute): EnginePlugin {
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(async (args) => {
        const { exchange } = args.contextValue as ServerContext;
        const result = await runDocument(dependencies, exchange, execute, args);
        // Results of our own documents are limited by the API that sent them.
        if (exchange.isPrepared === true) return result;
        return limitedResult(result, (rejected) => withPublicErrors(rejected, exchange, dependencies));
      });
    },
  };
}

/** Subscriptions, in the form of server-sent events alone. */
function subscribeBy(dependencies: SubscriptionDependencies): EnginePlugin {
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn((args) => {
        const { exchange, request } = args.contextValue as ServerContext & { request: Request };
        if (!acceptsEventStream(request.headers.get('accept'))) {
          throw new RequestError('not-acceptable', localized('event-stream-only'));
        }
        return runSubscription(dependencies, exchange, args, request.headers.get('last-event-id'));
      });
    },
    onResultProcess({ request, result, setResultProcessor }) {
      if (Symbol.asyncIterator in result) {
        const messages = result as AsyncIterableIterator<ExecutionResult>;
        setResultProcessor(() => eventStream(messages), EVENT_STREAM);
      } else if (acceptedTypes(request.headers.get('accept')).every((type) => type === EVENT_STREAM)) {
        setResultProcessor((final) => singleMessageStream(final as ExecutionResult), EVENT_STREAM);
      }
    },
  };
}

const EVENT_STREAM = 'text/event-stream';

const acceptedTypes = (accept: string | null) =>
  (accept ?? '*/*').split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
const acceptsEventStream = (accept: string | null) =>
  acceptedTypes(accept).some((type) => [EVENT_STREAM, 'text/*', '*/*'].includes(type));

/** Errors from before the document ran; those of the run have been through it already. */
function presentErrors(dependencies: DocumentDependencies): EnginePlugin {
  return {
    onResultProcess({ result, setResult, serverContext: { exchange } }) {
      if (Array.isArray(result) || !('errors' in result) || result.errors === undefined) return;
      setResult(withPublicErrors(result, exchange, dependencies));
    },
  };
}

function withPublicErrors<Result extends ExecutionResult>(
  result: Result,
  { requestId, language }: RequestState,
  { log, links }: DocumentDependencies,
): Result {
  const origin = { requestId, language, log, links };
  return { ...result, errors: result.errors?.map((error) => toPublicError(error, origin)) };
}
