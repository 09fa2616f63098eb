import { z } from 'zod';
import { MIN_SECRET_LENGTH } from './platform/secret/stored-secret.ts';
import type { S3Settings } from './platform/storage/s3-storage.ts';
import { SAMPLERS, type TracingSettings } from './platform/tracing/tracing-settings.ts';

/** Exit status of a program whose configuration is wrong (`EX_CONFIG` of sysexits.h). */
export const EXIT_BAD_CONFIGURATION = 78;

/** Parses a whole number, written in digits, within limits that the message names. */
function integerSetting(minimum: number, maximum: number) {
  const rule = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, rule)
    .transform(Number)
    .pipe(z.number().min(minimum, rule).max(maximum, rule));
}

function urlSetting(protocols: readonly string[], example: string) {
  return z
    .string()
    .refine(
      (text) => /^\w+:\/\//.test(text) && URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL like ${example}`,
    );
}

/** Parses `true` or `false`; false when it is not set. */
function booleanSetting() {
  return z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true');
}

/**
 * Parses `name=value`, separated by commas, both percent-encoded where they need it (OpenTelemetry: as W3C Baggage).
 */
function keyValueSetting() {
  const rule = 'must be name=value, separated by commas, percent-encoded';
  return z
    .string()
    .default('')
    .refine((list) => readNamedTexts(list) !== null, rule)
    .transform((list) => readNamedTexts(list) ?? {});
}

function readNamedTexts(list: string): Readonly<Record<string, string>> | null {
  const members = list.split(',').filter((member) => member.trim() !== '');
  try {
    const entries = members.map((member) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(member) ?? [];
      if (name === undefined || value === undefined) throw new URIError();
      return [decodeURIComponent(name.trim()), decodeURIComponent(value.trim())] as const;
    });
    return Object.fromEntries(entries);
  } catch {
    return null;
  }
}

const httpUrlSetting = () => urlSetting(['http:', 'https:'], 'https://pim.example.com');

/**
 * The environment, one entry a setting. Names end in their unit; `unit` names it for people. An empty text counts as
 * not set. Everything has a default, so nothing has to be set to try the product on one machine.
 */
export const SETTINGS = z.object({
  PORT: integerSetting(0, 65_535)
    .default(4_000)
    .meta({ description: 'TCP port the server listens on; 0 chooses a free port.' }),
  HOST: z.string().optional().meta({
    description:
      'Address the server listens on. Defaults to 127.0.0.1 with the embedded database, so that only this machine can connect, and to 0.0.0.0 with DATABASE_URL.',
  }),
  PUBLIC_URL: httpUrlSetting().optional().meta({
    description:
      'Public URL of the server, if it differs from the port on this machine. With https, cookies are `Secure`.',
  }),
  DATA_DIR: z.string().default('./data').meta({
    description:
      'Folder for media files, the embedded database, its secret and the first access. Created if missing. All processes of an installation need the same media files: use a shared folder or S3_BUCKET.',
  }),
  DEMO: z.enum(['catalogue', 'none'], { error: 'must be catalogue or none' }).default('catalogue').meta({
    description:
      'Content of a new database, created by the command start: `catalogue` creates a demo organization with a small catalogue, `none` an empty organization. Both have an owner and a token.',
  }),
  S3_BUCKET: z.string().optional().meta({
    description:
      'Bucket of an S3-compatible store for media, import files and export files. If not set, files are stored in DATA_DIR.',
  }),
  S3_ENDPOINT: httpUrlSetting().optional().meta({
    description: 'URL of the S3-compatible store, if it is not Amazon S3: MinIO, Ceph, R2 and others.',
  }),
  S3_REGION: z
    .string()
    .default('us-east-1')
    .meta({ description: 'Region of S3_BUCKET; stores without regions accept any value.' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({
    description:
      'Access key with permission to read, write, delete and list in S3_BUCKET. If not set, the default AWS credentials are used: a role of the machine, a profile.',
  }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'The secret of S3_ACCESS_KEY_ID.' }),
  S3_FORCE_PATH_STYLE: booleanSetting().meta({
    description:
      'Puts the bucket into the path of URLs instead of the host. Most self-hosted stores require it.',
  }),
  DATABASE_URL: urlSetting(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database')
    .optional()
    .meta({
      description:
        'URL of PostgreSQL 15 or newer. Use a direct or session-pooled connection and a role that can create schemas and roles. If not set, the embedded database is used.',
    }),
  DATABASE_REPLICA_URL: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((url) => url.trim()))
    .transform((list) => list.filter((url) => url !== ''))
    .pipe(
      z.array(urlSetting(['postgres:', 'postgresql:'], 'postgresql://user:password@replica:5432/database')),
    )
    .meta({
      description:
        'URLs of physical streaming replicas of DATABASE_URL, separated by commas. They serve exports and requests that accept stale data. If not set, or if no replica is current enough, DATABASE_URL is used.',
    }),
  REPLICA_LAG_LIMIT_MS: integerSetting(100, 60_000).default(5_000).meta({
    description: 'Maximum lag of a replica that is used.',
    unit: 'milliseconds',
  }),
  REDIS_URL: urlSetting(['redis:', 'rediss:'], 'redis://host:6379').optional().meta({
    description:
      'URL of Redis or Valkey, for queues (six times as fast as in PostgreSQL) and shared rate limits. Use a separate database number without eviction (maxmemory-policy noeviction). If not set, both use DATABASE_URL; with the embedded database, each process counts requests separately.',
  }),
  SECRET: z
    .string()
    .optional()
    .meta({
      description: `Signs cursors and cookies; ${MIN_SECRET_LENGTH} random characters or more, the same in all processes. Needed with DATABASE_URL; made once and kept in DATA_DIR/secret otherwise. A new one ends all sign-ins and cursors, and is refused unless PREVIOUS_SECRETS names the old one.`,
    }),
  PREVIOUS_SECRETS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((secret) => secret.trim()))
    .transform((list) => list.filter((secret) => secret !== ''))
    .meta({
      description:
        'Earlier values of SECRET, separated by commas, so that stored secrets of webhooks can still be decrypted. Run the command reseal-secrets, then remove this setting.',
    }),
  TRUSTED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .transform((list) => list.filter((origin) => origin !== ''))
    .pipe(z.array(httpUrlSetting()))
    .meta({
      description: 'Further origins, separated by commas, whose pages can act for a signed-in user.',
    }),
  TRUSTED_PROXY_COUNT: integerSetting(0, 10).default(0).meta({
    description:
      'Number of your own proxies in front of the server that append to X-Forwarded-For; 0 uses the address of the connection.',
    unit: 'proxies',
  }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, silent',
    })
    .default('info')
    .meta({ description: 'Minimum level of log lines. The log is written to standard error.' }),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional().meta({
    description:
      'Format of the log: `json` writes one object per line; `text` writes readable lines, with requests at the level debug. Defaults to `text` on a terminal and `json` elsewhere.',
  }),
  METRICS_PORT: integerSetting(0, 65_535).optional().meta({
    description:
      'TCP port of a separate listener for /metrics (Prometheus) and /livez, in every process: api, worker and start; 0 chooses a free port. If not set, there are no metrics.',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({
    description:
      'Address of the metrics listener. An address other than a loopback address requires METRICS_TOKEN.',
  }),
  METRICS_TOKEN: z
    .string()
    .optional()
    .meta({
      description: `Bearer token that requests to /metrics must send; ${MIN_SECRET_LENGTH} random characters or more. If not set, anyone who can reach the loopback address can read the metrics.`,
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrlSetting().optional().meta({
    description:
      'URL of the OpenTelemetry collector for traces, with OTLP over HTTP as JSON; /v1/traces is appended. If neither this nor OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set, there are no traces.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrlSetting().optional().meta({
    description: 'Full URL for traces, if it differs from /v1/traces of OTEL_EXPORTER_OTLP_ENDPOINT.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: keyValueSetting().meta({
    description: 'Headers for the collector: name=value, separated by commas, values percent-encoded.',
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .default('catalograph')
    .meta({ description: 'Service name of this installation in traces.' }),
  OTEL_RESOURCE_ATTRIBUTES: keyValueSetting().meta({
    description:
      'Attributes of every span, such as deployment.environment.name=production: name=value, separated by commas, values percent-encoded.',
  }),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on')
    .meta({
      description: `Which traces are recorded: ${SAMPLERS.join(', ')}. Those with parentbased_ follow the client that sends a traceparent; so does, by the number of its trace, traceidratio.`,
    }),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1, such as 0.05')
    .default('1')
    .transform(Number)
    .meta({ description: 'Ratio of traces that the ratio-based samplers record, from 0 to 1.' }),
  OTEL_SDK_DISABLED: booleanSetting().meta({ description: 'Disables traces, regardless of other settings.' }),
  APPLICATION_POOL_SIZE: integerSetting(2, 500).default(10).meta({
    description: 'Maximum number of database connections per process for requests.',
    unit: 'connections',
  }),
  SHOP_POOL_SIZE: integerSetting(1, 500).default(5).meta({
    description: 'Maximum number of database connections per process for requests of the Shop API.',
    unit: 'connections',
  }),
  OWNER_POOL_SIZE: integerSetting(1, 50).default(3).meta({
    description: 'Maximum number of database connections per process for work across organizations.',
    unit: 'connections',
  }),
  AUTHENTICATION_POOL_SIZE: integerSetting(1, 50).default(3).meta({
    description: 'Maximum number of database connections per process for signing in.',
    unit: 'connections',
  }),
  QUEUE_POOL_SIZE: integerSetting(3, 50).default(5).meta({
    description:
      'Maximum number of database connections per process for the queues; not used with REDIS_URL.',
    unit: 'connections',
  }),
  WORKER_CONCURRENT_JOBS: integerSetting(1, 100).default(2).meta({
    description:
      'Number of jobs per queue that one process runs concurrently. More worker processes scale better than more jobs per process.',
    unit: 'jobs',
  }),
  WEBHOOK_CONCURRENT_DELIVERIES: integerSetting(1, 1_000).default(50).meta({
    description:
      'Number of webhook deliveries that one worker process sends concurrently, at most 8 to one endpoint. Deliveries mostly wait for responses.',
    unit: 'deliveries',
  }),
  OUTBOUND_ALLOW_PRIVATE_ADDRESSES: booleanSetting().meta({
    description:
      "Allows webhooks to private and loopback addresses, any port and plain http. Use it for development and tests, or if you trust every member with access to the server's network.",
  }),
  HISTORY_RETENTION_MONTHS: integerSetting(2, 1_200).optional().meta({
    description:
      'Number of whole months for which events are kept besides the current month: the history of objects, the feed, and how far back states can be read. If not set, events are kept forever. Older months are dropped and cannot be restored.',
    unit: 'months',
  }),
  STATEMENT_TIMEOUT_MS: integerSetting(100, 600_000).default(5_000).meta({
    description: 'Maximum duration of one database statement of a request.',
    unit: 'milliseconds',
  }),
  UPLOAD_LIMIT_BYTES: integerSetting(1_000_000, 2_147_483_647).default(100_000_000).meta({
    description: 'Maximum size of an uploaded media file. Uploads are streamed and need little memory.',
    unit: 'bytes',
  }),
  SEARCH_MEMORY_MB: integerSetting(0, 1_000_000).default(256).meta({
    description:
      'Memory of one process for counts and facets of organizations with 500 products or more. A million products take 40 to 100 MB. The organizations that were asked about longest ago are dropped first. 0 counts in the database only.',
    unit: 'megabytes',
  }),
  RENDITION_PROCESSES: integerSetting(1, 16).default(1).meta({
    description:
      'Number of images that one API process resizes concurrently. Each runs in a separate process with up to 768 MB of memory.',
    unit: 'processes',
  }),
  RATE_LIMIT_PER_MINUTE: integerSetting(1, 1_000_000).default(600).meta({
    description:
      'Maximum number of requests per minute for one token over all APIs, or for one client address if there is no valid token. Use the same value in all processes.',
    unit: 'requests',
  }),
  SHUTDOWN_DELAY_MS: integerSetting(0, 60_000).default(0).meta({
    description:
      'Time during which the server still accepts requests after /readyz reports that it is not ready, so that load balancers can stop sending requests.',
    unit: 'milliseconds',
  }),
  SHUTDOWN_TIMEOUT_MS: integerSetting(100, 600_000).default(20_000).meta({
    description: 'Maximum time for running requests to finish after the server is asked to stop.',
    unit: 'milliseconds',
  }),
});

type Settings = z.output<typeof SETTINGS>;

/** The checked configuration of one process. Addresses of the database are still open: null means embedded. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly demo: Settings['DEMO'];
  /** Null for files below `dataDir`. */
  readonly s3: S3Settings | null;
  readonly databaseUrl: string | null;
  readonly databaseReplicaUrls: readonly string[];
  readonly replicaLagLimitMs: number;
  readonly redisUrl: string | null;
  /** Null with the embedded database: then it is read from or made in `dataDir`. */
  readonly secret: string | null;
  readonly previousSecrets: readonly string[];
  readonly trustedOrigins: readonly string[];
  readonly trustedProxyCount: number;
  readonly logLevel: Settings['LOG_LEVEL'];
  readonly logFormat: 'json' | 'text';
  /** Null when nothing is measured. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly metricsToken: string | null;
  /** Null when nothing is traced. */
  readonly tracing: TracingSettings | null;
  readonly applicationPoolSize: number;
  readonly shopPoolSize: number;
  readonly ownerPoolSize: number;
  readonly authenticationPoolSize: number;
  readonly queuePoolSize: number;
  readonly workerConcurrentJobs: number;
  readonly webhookConcurrentDeliveries: number;
  readonly outboundAllowPrivateAddresses: boolean;
  /** Number of months for which events are stored; null to store them for ever. */
  readonly historyRetentionMonths: number | null;
  readonly statementTimeoutMs: number;
  readonly uploadLimitBytes: number;
  /** Megabytes; 0: none. */
  readonly searchMemoryMb: number;
  readonly renditionProcesses: number;
  readonly rateLimitPerMinute: number;
  readonly shutdownDelayMs: number;
  readonly shutdownTimeoutMs: number;
}

/** The environment has faults; the message lists them all, one a line, and shows no value that may be secret. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const [only] = faults;
    super(
      faults.length === 1
        ? `The environment is not valid: ${only}.`
        : [`The environment has ${faults.length} faults:`, ...faults.map((fault) => `  ${fault}`)].join('\n'),
    );
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

/**
 * Reads the configuration from an environment.
 *
 * @param isTerminal true if a person reads standard error as it is written
 * @throws ConfigurationError with every fault there is.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  isTerminal = process.stderr.isTTY === true,
): Config {
  const envSettings = Object.fromEntries(
    Object.keys(SETTINGS.shape)
      .map((name) => [name, environment[name]?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  ) as Readonly<Record<string, string>>;
  const parsed = SETTINGS.safeParse(envSettings);
  const faults = [
    ...(parsed.error?.issues ?? []).map(errorOf(envSettings)),
    ...secretErrors(envSettings),
    ...replicaErrors(envSettings),
    ...storageErrors(envSettings),
    ...metricsErrors(envSettings),
  ];
  if (parsed.data === undefined || faults.length > 0) throw new ConfigurationError(faults);
  return toConfig(parsed.data, isTerminal);
}

const errorOf =
  (envSettings: Readonly<Record<string, string>>) =>
  ({ path: [name], message }: z.core.$ZodIssue): string => {
    const value = envSettings[String(name)] ?? '';
    // URLs may carry a password; only what cannot hold one is shown.
    const valueHint = /URL|SECRET|TOKEN|ENDPOINT|KEY|HEADERS/.test(String(name)) ? '' : `, not '${value}'`;
    return `${String(name)} ${message}${valueHint}`;
  };

/**
 * Checks what one setting requires of another; it is separate from the schema so that it is reported beside all other
 * faults.
 */
function replicaErrors({ DATABASE_REPLICA_URL, DATABASE_URL }: Readonly<Record<string, string>>): string[] {
  return DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined
    ? ['DATABASE_URL must be set with DATABASE_REPLICA_URL: the embedded database has no replicas']
    : [];
}

function secretErrors({ SECRET, DATABASE_URL }: Readonly<Record<string, string>>): string[] {
  if (SECRET !== undefined && SECRET.length < MIN_SECRET_LENGTH)
    return [`SECRET must have ${MIN_SECRET_LENGTH} characters or more, not ${SECRET.length}`];
  if (SECRET === undefined && DATABASE_URL !== undefined)
    return ['SECRET must be set with DATABASE_URL, the same in all processes: openssl rand -base64 32'];
  return [];
}

function storageErrors(envSettings: Readonly<Record<string, string>>): string[] {
  const { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = envSettings;
  const faults: string[] = [];
  if (S3_BUCKET === undefined && (S3_ENDPOINT ?? S3_ACCESS_KEY_ID ?? S3_SECRET_ACCESS_KEY) !== undefined)
    faults.push('S3_BUCKET must be set where a store is described: the name of a bucket that is there');
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  return faults;
}

function toStore(settings: Settings): S3Settings | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (settings.S3_BUCKET === undefined) return null;
  return {
    endpoint: settings.S3_ENDPOINT ?? null,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
  };
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

function metricsErrors({ METRICS_TOKEN, METRICS_HOST }: Readonly<Record<string, string>>): string[] {
  if (METRICS_TOKEN !== undefined && METRICS_TOKEN.length < MIN_SECRET_LENGTH)
    return [`METRICS_TOKEN must have ${MIN_SECRET_LENGTH} characters or more, not ${METRICS_TOKEN.length}`];
  if (METRICS_TOKEN === undefined && METRICS_HOST !== undefined && !LOOPBACK.has(METRICS_HOST))
    return [`METRICS_TOKEN must be set with METRICS_HOST '${METRICS_HOST}', which others can reach`];
  return [];
}

function toTracing(settings: Settings): TracingSettings | null {
  const base = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const below = base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`;
  const url = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below;
  if (url === undefined || settings.OTEL_SDK_DISABLED) return null;
  return {
    url,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: settings.OTEL_SERVICE_NAME,
    resourceAttributes: settings.OTEL_RESOURCE_ATTRIBUTES,
    sampler: settings.OTEL_TRACES_SAMPLER,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}

function toConfig(settings: Settings, isTerminal: boolean): Config {
  const databaseUrl = settings.DATABASE_URL ?? null;
  return {
    port: settings.PORT,
    host: settings.HOST ?? (databaseUrl === null ? '127.0.0.1' : '0.0.0.0'),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataDir: settings.DATA_DIR,
    demo: settings.DEMO,
    s3: toStore(settings),
    databaseUrl,
    databaseReplicaUrls: settings.DATABASE_REPLICA_URL,
    replicaLagLimitMs: settings.REPLICA_LAG_LIMIT_MS,
    redisUrl: settings.REDIS_URL ?? null,
    secret: settings.SECRET ?? null,
    previousSecrets: settings.PREVIOUS_SECRETS,
    trustedOrigins: settings.TRUSTED_ORIGINS,
    trustedProxyCount: settings.TRUSTED_PROXY_COUNT,
    logLevel: settings.LOG_LEVEL,
    logFormat: settings.LOG_FORMAT ?? (isTerminal ? 'text' : 'json'),
    metricsPort: settings.METRICS_PORT ?? null,
    metricsHost: settings.METRICS_HOST,
    metricsToken: settings.METRICS_TOKEN ?? null,
    tracing: toTracing(settings),
    applicationPoolSize: settings.APPLICATION_POOL_SIZE,
    shopPoolSize: settings.SHOP_POOL_SIZE,
    ownerPoolSize: settings.OWNER_POOL_SIZE,
    authenticationPoolSize: settings.AUTHENTICATION_POOL_SIZE,
    queuePoolSize: settings.QUEUE_POOL_SIZE,
    workerConcurrentJobs: settings.WORKER_CONCURRENT_JOBS,
    webhookConcurrentDeliveries: settings.WEBHOOK_CONCURRENT_DELIVERIES,
    outboundAllowPrivateAddresses: settings.OUTBOUND_ALLOW_PRIVATE_ADDRESSES,
    historyRetentionMonths: settings.HISTORY_RETENTION_MONTHS ?? null,
    statementTimeoutMs: settings.STATEMENT_TIMEOUT_MS,
    uploadLimitBytes: settings.UPLOAD_LIMIT_BYTES,
    searchMemoryMb: settings.SEARCH_MEMORY_MB,
    renditionProcesses: settings.RENDITION_PROCESSES,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
  };
}

/** One setting as documents and `--help` show it. */
export interface SettingDescription {
  readonly name: string;
  readonly description: string;
  readonly unit: string | null;
  /** The default as it would be written; null when there is none. */
  readonly defaultValue: string | null;
}

/** Returns all settings in the order of the schema. */
export function describeSettings(): readonly SettingDescription[] {
  return Object.entries(SETTINGS.shape).map(([name, schema]) => {
    const { description, unit } = (schema.meta() ?? {}) as { description?: string; unit?: string };
    const defaultValue = schema.safeParse(undefined).data;
    const isWritten = defaultValue !== undefined && typeof defaultValue !== 'object';
    return {
      name,
      description: description ?? '',
      unit: unit ?? null,
      defaultValue: isWritten ? String(defaultValue) : null,
    };
  });
}
