// Risk: a program starts on a configuration that was mistyped, or tells one fault at a time, or shows a password.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ConfigurationError, describeSettings, readConfig } from '../src/config.ts';
import { configurationDocument } from '../src/tools/configuration-document.ts';

const SECRET = 'x'.repeat(32);
const DATABASE_URL = 'postgresql://app:hunter2@db.internal:5432/catalogue';

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
}

test('needs nothing to be set and then keeps to this machine', () => {
  expect(readConfig({}, false)).toEqual({
    port: 4_000,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: './data',
    demo: 'catalogue',
    s3: null,
    databaseUrl: null,
    databaseReplicaUrls: [],
    replicaLagLimitMs: 5_000,
    redisUrl: null,
    secret: null,
    previousSecrets: [],
    trustedOrigins: [],
    trustedProxyCount: 0,
    logLevel: 'info',
    logFormat: 'json',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    metricsToken: null,
    tracing: null,
    applicationPoolSize: 10,
    shopPoolSize: 5,
    ownerPoolSize: 3,
    queuePoolSize: 5,
    workerConcurrentJobs: 2,
    webhookConcurrentDeliveries: 50,
    outboundAllowPrivateAddresses: false,
    authenticationPoolSize: 3,
    historyRetentionMonths: null,
    statementTimeoutMs: 5_000,
    uploadLimitBytes: 100_000_000,
    searchMemoryMb: 256,
    renditionProcesses: 1,
    rateLimitPerMinute: 600,
    shutdownDelayMs: 0,
    shutdownTimeoutMs: 20_000,
  });
});

test('takes an empty text and blanks for not set', () => {
  expect(readConfig({ PORT: '', HOST: '  ', DATABASE_URL: '', SECRET: '' })).toEqual(readConfig({}));
});

test('writes the log for people on a terminal, unless told otherwise', () => {
  expect(readConfig({}, true).logFormat).toBe('text');
  expect(readConfig({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json');
  expect(readConfig({ LOG_FORMAT: 'text' }, false).logFormat).toBe('text');
  expect(faultsOf({ LOG_FORMAT: 'pretty' })).toEqual(["LOG_FORMAT must be json or text, not 'pretty'"]);
});

test('opens to the network when the database is given, unless told otherwise', () => {
  expect(readConfig({ DATABASE_URL, SECRET }).host).toBe('0.0.0.0');
  expect(readConfig({ DATABASE_URL, SECRET, HOST: '10.0.0.1' }).host).toBe('10.0.0.1');
});

test('tells all faults at once', () => {
  const faults = faultsOf({
    PORT: '70000',
    PUBLIC_URL: 'pim.example.com',
    DATABASE_URL: 'mysql://app:hunter2@db/catalogue',
    REDIS_URL: 'cache:6379',
    SECRET: 'short',
    TRUSTED_ORIGINS: 'https://a.example, b.example',
    DEMO: 'off',
    LOG_LEVEL: 'loud',
    STATEMENT_TIMEOUT_MS: '5s',
    OWNER_POOL_SIZE: '0',
  });
  expect(faults).toEqual([
    "PORT must be a whole number from 0 to 65535, not '70000'",
    'PUBLIC_URL must be a URL like https://pim.example.com',
    "DEMO must be catalogue or none, not 'off'",
    'DATABASE_URL must be a URL like postgresql://user:password@host:5432/database',
    'REDIS_URL must be a URL like redis://host:6379',
    "TRUSTED_ORIGINS must be a URL like https://pim.example.com, not 'https://a.example, b.example'",
    "LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not 'loud'",
    "OWNER_POOL_SIZE must be a whole number from 1 to 50, not '0'",
    "STATEMENT_TIMEOUT_MS must be a whole number from 100 to 600000, not '5s'",
    'SECRET must have 32 characters or more, not 5',
  ]);
});

test('takes a bucket with keys, or with those of the surroundings', () => {
  expect(readConfig({ S3_BUCKET: 'pim' }).s3).toEqual({
    endpoint: null,
    bucket: 'pim',
    region: 'us-east-1',
    credentials: null,
    forcePathStyle: false,
  });
  const given = {
    S3_BUCKET: 'pim',
    S3_ENDPOINT: 'http://minio:9000',
    S3_REGION: 'eu',
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  expect(readConfig(given).s3).toEqual({
    endpoint: 'http://minio:9000',
    bucket: 'pim',
    region: 'eu',
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'hunter2' },
  });
});

test('refuses half of a store', () => {
  expect(faultsOf({ S3_ENDPOINT: 'minio', S3_SECRET_ACCESS_KEY: 'hunter2' })).toEqual([
    'S3_ENDPOINT must be a URL like https://pim.example.com',
    'S3_BUCKET must be set where a store is described: the name of a bucket that is there',
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
  ]);
});

test('shows metrics to others only with a token', () => {
  expect(faultsOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual([
    "METRICS_TOKEN must be set with METRICS_HOST '0.0.0.0', which others can reach",
  ]);
  expect(faultsOf({ METRICS_TOKEN: 'hunter2' })).toEqual([
    'METRICS_TOKEN must have 32 characters or more, not 7',
  ]);
  expect(faultsOf({ METRICS_HOST: '0.0.0.0', METRICS_TOKEN: SECRET })).toEqual([]);
});

test('replicas are listed, and belong to a database that is given', () => {
  const replicas = ' postgresql://app@one:5432/pim, postgres://app@two/pim ,';
  expect(readConfig({ DATABASE_URL, SECRET, DATABASE_REPLICA_URL: replicas }).databaseReplicaUrls).toEqual([
    'postgresql://app@one:5432/pim',
    'postgres://app@two/pim',
  ]);
  expect(
    faultsOf({ DATABASE_REPLICA_URL: 'postgresql://app:hunter2@one/pim, mysql://app:hunter2@two/pim' }),
  ).toEqual([
    'DATABASE_REPLICA_URL must be a URL like postgresql://user:password@replica:5432/database',
    'DATABASE_URL must be set with DATABASE_REPLICA_URL: the embedded database has no replicas',
  ]);
});

test('traces go to a collector in the words of OpenTelemetry, and nowhere without one', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  expect(readConfig({ OTEL_SERVICE_NAME: 'pim', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBe(null);
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).tracing).toBe(null);
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'catalograph',
    resourceAttributes: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
  });
  const whole = {
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20aHVudGVyMg%3D%3D, x-tenant=pim',
    OTEL_SERVICE_NAME: 'pim',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(readConfig(whole).tracing).toEqual({
    url: 'https://traces.example.com/in',
    headers: { authorization: 'Basic aHVudGVyMg==', 'x-tenant': 'pim' },
    serviceName: 'pim',
    resourceAttributes: { 'deployment.environment.name': 'production' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
  expect(
    faultsOf({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization hunter2',
      OTEL_TRACES_SAMPLER: 'jaeger_remote',
      OTEL_TRACES_SAMPLER_ARG: '2',
    }),
  ).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL like https://pim.example.com',
    'OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas, percent-encoded',
    "OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio, not 'jaeger_remote'",
    "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05, not '2'",
  ]);
});

test('asks for a secret beside a given database', () => {
  expect(faultsOf({ DATABASE_URL })).toEqual([
    'SECRET must be set with DATABASE_URL, the same in all processes: openssl rand -base64 32',
  ]);
});

test('says one fault in one sentence and never repeats a password', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgresql:/hunter2', SECRET: 'hunter2' })).toThrow(
    /^(?!.*hunter2)The environment has 2 faults:/s,
  );
  expect(() => readConfig({ PORT: '-1' })).toThrow(
    "The environment is not valid: PORT must be a whole number from 0 to 65535, not '-1'.",
  );
});

test('names every setting in the document of the configuration', async () => {
  const document = await readFile(new URL('../docs/configuration.md', import.meta.url), 'utf8');
  expect(document).toBe(configurationDocument());
});

test('documents every setting, numbers with a unit in name and words', () => {
  for (const { name, description, unit, defaultValue } of describeSettings()) {
    expect(description, name).toMatch(/^[A-Z].{20,}\.$/);
    const isDuration = /_MS$/.test(name);
    expect(unit === 'milliseconds', name).toBe(isDuration);
    if (/_(SIZE|COUNT|MS)$/.test(name)) expect([unit, defaultValue], name).not.toContain(null);
  }
  expect(describeSettings().find(({ name }) => name === 'STATEMENT_TIMEOUT_MS')).toEqual({
    name: 'STATEMENT_TIMEOUT_MS',
    description: 'Maximum duration of one database statement of a request.',
    unit: 'milliseconds',
    defaultValue: '5000',
  });
});
