import { z } from 'zod'

import { setting } from './setting-node.ts'

const here = { section: 'telemetry' } as const

/** Address without a name and a password: `otelHeaders` has credentials. */
const Address = z.string().regex(/^https?:\/\/[^@\s]+$/, 'must be an address such as http://localhost:4318')

const Milliseconds = z.coerce.number('must be a number of milliseconds').int().min(100).max(86_400_000)

/** True as OpenTelemetry reads it: any other text is false. */
const Disabled = z
  .union([z.boolean(), z.string()], { error: 'must be true or false' })
  .transform((said) => said === true || (typeof said === 'string' && said.toLowerCase() === 'true'))

/** Settings of OpenTelemetry, with its own variables. Values that Halyard does not support are logged, and do not stop the start. */
export const TELEMETRY_SETTINGS = {
  otelEndpoint: setting({
    ...here,
    title: 'Collector',
    default: 'none: nothing is sent',
    help: 'Address that takes OTLP over HTTP, such as `http://localhost:4318`; `/v1/traces` and `/v1/metrics` are added. See [observability](observability.md).',
    schema: Address.optional(),
    variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
  }),
  otelTracesEndpoint: setting({
    ...here,
    title: 'Address for traces',
    default: '`otelEndpoint` with `/v1/traces`',
    help: 'Whole address for traces.',
    schema: Address.optional(),
    variables: ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
  }),
  otelMetricsEndpoint: setting({
    ...here,
    title: 'Address for metrics',
    default: '`otelEndpoint` with `/v1/metrics`',
    help: 'Whole address for metrics.',
    schema: Address.optional(),
    variables: ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
  }),
  otelHeaders: setting({
    ...here,
    title: 'Headers',
    default: 'none',
    help: 'Headers for the collector: `name=value,name=value`, with values in percent-encoding.',
    schema: z.string().default(''),
    variables: ['OTEL_EXPORTER_OTLP_HEADERS'],
    secret: true,
  }),
  otelTraces: setting({
    ...here,
    title: 'Traces',
    default: '`otlp` if there is an address, else `none`',
    help: '`otlp` sends traces, `none` does not.',
    schema: z.string().optional(),
    variables: ['OTEL_TRACES_EXPORTER'],
  }),
  otelMetrics: setting({
    ...here,
    title: 'Metrics',
    default: '`otlp` if there is an address, else `none`',
    help: '`otlp` sends metrics, `none` does not.',
    schema: z.string().optional(),
    variables: ['OTEL_METRICS_EXPORTER'],
  }),
  otelProtocol: setting({
    ...here,
    title: 'Protocol',
    default: '`http/protobuf`',
    help: '`http/protobuf` or `http/json`; with `grpc` nothing is sent.',
    schema: z.string().default('http/protobuf'),
    variables: ['OTEL_EXPORTER_OTLP_PROTOCOL'],
  }),
  otelCompression: setting({
    ...here,
    title: 'Compression',
    default: '`none`',
    help: '`gzip` or `none`.',
    schema: z.string().default('none'),
    variables: ['OTEL_EXPORTER_OTLP_COMPRESSION'],
  }),
  otelTimeoutMs: setting({
    ...here,
    title: 'Timeout',
    default: '10000',
    help: 'Milliseconds for one request to the collector.',
    schema: Milliseconds.default(10_000),
    variables: ['OTEL_EXPORTER_OTLP_TIMEOUT'],
  }),
  otelServiceName: setting({
    ...here,
    title: 'Service name',
    default: '`halyard`',
    help: 'Name of this service in traces and metrics.',
    schema: z.string().min(1).optional(),
    variables: ['OTEL_SERVICE_NAME'],
  }),
  otelResource: setting({
    ...here,
    title: 'Resource attributes',
    default: 'none',
    help: 'Further attributes of this service: `key=value,key=value`, with values in percent-encoding.',
    schema: z.string().default(''),
    variables: ['OTEL_RESOURCE_ATTRIBUTES'],
  }),
  otelSampler: setting({
    ...here,
    title: 'Sampler',
    default: '`parentbased_always_on`',
    help: 'Traces that are recorded: `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`, which follows the decision of the caller.',
    schema: z.string().default('parentbased_always_on'),
    variables: ['OTEL_TRACES_SAMPLER'],
  }),
  otelSamplerRatio: setting({
    ...here,
    title: 'Share of recorded traces',
    default: '1',
    help: 'Share for the samplers with `traceidratio`, from 0 to 1.',
    schema: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
    variables: ['OTEL_TRACES_SAMPLER_ARG'],
  }),
  otelSpanDelayMs: setting({
    ...here,
    title: 'Time between two batches of spans',
    default: '5000',
    help: 'Milliseconds for which spans wait, unless there are 512 before.',
    schema: Milliseconds.default(5000),
    variables: ['OTEL_BSP_SCHEDULE_DELAY'],
  }),
  otelMetricIntervalMs: setting({
    ...here,
    title: 'Time between two reports of metrics',
    default: '60000',
    help: 'Milliseconds between two reports of all metrics.',
    schema: Milliseconds.default(60_000),
    variables: ['OTEL_METRIC_EXPORT_INTERVAL'],
  }),
  otelDisabled: setting({
    ...here,
    title: 'Off',
    default: '`false`',
    help: 'With `true`, nothing is sent.',
    schema: Disabled.default(false),
    variables: ['OTEL_SDK_DISABLED'],
  }),
}
