import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT } from '../../../api/problem.ts';

const ENDPOINT = graphql(`
  fragment EndpointParts on WebhookEndpoint {
    id url description events changedAttributes payload active
    state stateReason stateSince consecutiveFailures failureRate previousSecretUntil version
  }
`);

export const WEBHOOKS = graphql(
  `
  query Webhooks($after: String) {
    webhooks(first: 50, after: $after) {
      nodes { ...EndpointParts }
      pageInfo { hasNextPage endCursor }
    }
  }
`,
  [ENDPOINT],
);

export type Webhook = ResultOf<typeof WEBHOOKS>['webhooks']['nodes'][number];

export const WEBHOOK = graphql(
  `
  query Webhook($id: ID!) {
    webhook(id: $id) { ...EndpointParts }
  }
`,
  [ENDPOINT],
);

export const DELIVERIES = graphql(`
  query WebhookDeliveries($id: ID!, $after: String, $status: [WebhookDeliveryStatus!]) {
    webhook(id: $id) {
      deliveries(first: 25, after: $after, status: $status) {
        nodes {
          id eventId eventType kind status ref sequence createdAt finishedAt nextAttemptAt
          attempts { at durationMs statusCode error responseExcerpt }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export type Delivery = NonNullable<ResultOf<typeof DELIVERIES>['webhook']>['deliveries']['nodes'][number];

export const TEST_WEBHOOK = graphql(`
  query WebhookTest($id: ID!, $events: [String!], $changedAttributes: [String!]) {
    webhook(id: $id) {
      test(events: $events, changedAttributes: $changedAttributes, first: 25) {
        examined matching
        mismatches { reason count }
        events { eventId type ref sequence createdAt matches reason changed }
      }
    }
  }
`);

export const CREATE_WEBHOOK = graphql(
  `
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      __typename
      ... on IssuedWebhookPayload { secret webhook { id url } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const UPDATE_WEBHOOK = graphql(
  `
  mutation UpdateWebhook($id: ID!, $version: Int, $input: UpdateWebhookInput!) {
    updateWebhook(id: $id, ifVersion: $version, input: $input) {
      __typename
      ... on WebhookEndpointPayload { webhook { id url active } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const ROTATE_SECRET = graphql(
  `
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      __typename
      ... on IssuedWebhookPayload { secret webhook { previousSecretUntil } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const DELETE_WEBHOOK = graphql(
  `
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(id: $id) {
      __typename
      ... on DeletePayload { dryRun }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const PING_WEBHOOK = graphql(
  `
  mutation PingWebhook($id: ID!) {
    pingWebhook(id: $id) {
      __typename
      ... on WebhookDeliveryPayload { delivery { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const REDELIVER = graphql(
  `
  mutation RedeliverWebhookDelivery($id: ID!, $webhookId: ID) {
    redeliverWebhookDelivery(id: $id, webhookId: $webhookId) {
      __typename
      ... on WebhookDeliveryPayload { delivery { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export const REPLAY_EVENTS = graphql(
  `
  mutation ReplayWebhook($id: ID!, $input: ReplayWebhookInput!) {
    replayWebhook(id: $id, input: $input) {
      __typename
      ... on WebhookReplayPayload { dryRun }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);
