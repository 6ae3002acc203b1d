import type { Receiver } from '#domains/instance/telemetry/collector-watch.ts'
import type { TelemetryOptions } from '#domains/instance/telemetry/telemetry.ts'
import { SAMPLERS, type SamplerName } from '#kernel/tracing/sampler-names.ts'
import { APP_VERSION } from '#main/app/app-version.ts'
import type { Config } from './config.ts'

/** Meaning of the settings of OpenTelemetry, and the problems of those that cannot be followed. */
export interface ReadTelemetry {
  readonly options: TelemetryOptions
  readonly problems: readonly string[]
}

/** Port that collectors have for OTLP over HTTP. */
const USUAL = 'http://localhost:4318'
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/
/** Headers that the request itself has. */
const OWN_HEADERS = /^(?:content-(?:type|length|encoding)|host|transfer-encoding|connection)$/i

/** Reads the settings of OpenTelemetry. It sends nothing unless an address or an exporter is named. */
export function readTelemetry(config: Config, instanceId: string): ReadTelemetry {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const isSent = !config.otelDisabled && speaksHttp(config.otelProtocol, report)
  const headers = isSent ? headersOf(config.otelHeaders, report) : {}
  const receiver = (url: string): Receiver => ({
    url,
    headers,
    isProtobuf: config.otelProtocol === 'http/protobuf',
    isPacked: config.otelCompression === 'gzip',
    timeoutMs: config.otelTimeoutMs,
  })
  if (isSent && !['gzip', 'none', ''].includes(config.otelCompression))
    report('OTEL_EXPORTER_OTLP_COMPRESSION must be gzip or none. Nothing is compressed.')
  const addressOf = (kind: 'traces' | 'metrics', exporter: string | undefined, own: string | undefined) => {
    const base = config.otelEndpoint
    if (!isSent || !isWanted(kind, exporter, (own ?? base) !== undefined, report)) return undefined
    return own ?? `${withoutSlash(base ?? USUAL)}/v1/${kind}`
  }
  const traces = addressOf('traces', config.otelTraces, config.otelTracesEndpoint)
  const metrics = addressOf('metrics', config.otelMetrics, config.otelMetricsEndpoint)
  const isUsed = traces !== undefined || metrics !== undefined
  return {
    options: {
      version: APP_VERSION,
      resource: isUsed ? resourceOf(config, instanceId, report) : {},
      traces:
        traces === undefined
          ? undefined
          : {
              ...receiver(traces),
              delayMs: config.otelSpanDelayMs,
              sampler: samplerNamed(config.otelSampler, report),
              ratio: config.otelSamplerRatio,
            },
      metrics:
        metrics === undefined ? undefined : { ...receiver(metrics), intervalMs: config.otelMetricIntervalMs },
    },
    problems,
  }
}

type Report = (problem: string) => void

function speaksHttp(protocol: string, report: Report): boolean {
  if (protocol === 'http/json' || protocol === 'http/protobuf') return true
  report(
    `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}: nothing is sent. Set it to http/json, and the address to the HTTP port of the collector, usually 4318.`,
  )
  return false
}

function isWanted(kind: string, exporter: string | undefined, hasAddress: boolean, report: Report): boolean {
  if (exporter === undefined) return hasAddress
  const named = exporter.split(',').map((one) => one.trim())
  const others = named.filter((one) => one !== 'otlp' && one !== 'none')
  if (others.length > 0)
    report(`OTEL_${kind.toUpperCase()}_EXPORTER names ${others.join(', ')}: Halyard has otlp and none only.`)
  return named.includes('otlp')
}

/** Removes the slash at the end of an address. */
const withoutSlash = (address: string) => (address.endsWith('/') ? address.slice(0, -1) : address)

function headersOf(text: string, report: Report): Record<string, string> {
  const { pairs, faults } = readPairs(text)
  // a value may be a secret: places are named instead
  for (const place of faults) report(`OTEL_EXPORTER_OTLP_HEADERS cannot be read at part ${place}.`)
  const usable = pairs.filter(([name, value]) => {
    const isUsable = HEADER_NAME.test(name) && !OWN_HEADERS.test(name) && isPrintable(value)
    if (!isUsable) report('OTEL_EXPORTER_OTLP_HEADERS has a header that cannot be sent.')
    return isUsable
  })
  return Object.fromEntries(usable)
}

/** Pairs of a variable of OpenTelemetry, and the places, from 1, of those that cannot be read. */
interface Pairs {
  readonly pairs: (readonly [string, string])[]
  readonly faults: number[]
}

/** Reads `key=value,key=value`, with values in percent-encoding. */
function readPairs(text: string): Pairs {
  const read: Pairs = { pairs: [], faults: [] }
  for (const [at, part] of text.split(',').entries()) {
    if (part.trim() === '') continue
    const pair = readPair(part)
    if (pair) read.pairs.push(pair)
    else read.faults.push(at + 1)
  }
  return read
}

function readPair(part: string): readonly [string, string] | undefined {
  const end = part.indexOf('=')
  const key = part.slice(0, Math.max(end, 0)).trim()
  if (key === '') return undefined
  try {
    return [key, decodeURIComponent(part.slice(end + 1).trim())]
  } catch {
    return undefined
  }
}

const isPrintable = (value: string) => /^[\t\x20-\x7e]*$/.test(value)

function resourceOf(
  { otelServiceName, otelResource }: Config,
  instanceId: string,
  report: Report,
): Record<string, string> {
  const { pairs, faults } = readPairs(otelResource)
  for (const place of faults) report(`OTEL_RESOURCE_ATTRIBUTES cannot be read at part ${place}.`)
  return {
    'service.name': 'halyard',
    'service.version': APP_VERSION,
    'service.instance.id': instanceId,
    ...Object.fromEntries(pairs),
    ...(otelServiceName === undefined ? {} : { 'service.name': otelServiceName }),
  }
}

function samplerNamed(name: string, report: Report): SamplerName {
  const found = SAMPLERS.find((one) => one === name)
  if (found === undefined)
    report(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}. All traces are recorded.`)
  return found ?? 'parentbased_always_on'
}
