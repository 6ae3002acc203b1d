import type { StoredCustomMetrics } from '#shared/flags/schemas/metrics.ts'

/** The newest number of each name and labels in the text form of Prometheus, version 0.0.4. */
export function toPrometheusText({ metrics, metricNames }: StoredCustomMetrics): string {
  return metricNames
    .map((name) => {
      const newest = new Map(
        metrics
          .filter((one) => one.name === name)
          .map((one) => [labelText(one.labels), `${one.value} ${Date.parse(one.timestamp)}`]),
      )
      const metric = toName(name)
      const lines = [...newest].map(([labels, value]) => `${metric}${labels} ${value}`)
      return [`# TYPE ${metric} untyped`, ...lines, ''].join('\n')
    })
    .join('')
}

function labelText(labels: Record<string, string> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${toName(name)}="${escape(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.sort().join(',')}}`
}

/** Names have letters, digits and underscores, and no digit first. */
const toName = (text: string) => text.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(\d)/, '_$1')
const escape = (text: string) => text.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))
