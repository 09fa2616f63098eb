/** Samplers that select the recorded traces, by their names in `OTEL_TRACES_SAMPLER` (OpenTelemetry specification). */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

/** Destination and selection of traces. */
export interface TracingSettings {
  /** The address that takes spans. */
  readonly url: string;
  /** Headers of the exports; may hold a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Attributes of the installation that are on every span: `deployment.environment.name` … */
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** Ratio from 0 to 1, for the samplers by ratio. */
  readonly ratio: number;
}
