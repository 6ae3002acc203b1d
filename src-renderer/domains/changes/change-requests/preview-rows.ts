import type { ExplainedPlay, ExplainedPlayground } from '#shared/insight/schemas/playground.ts'

/** Value of a flag for a context, before and after a request is applied. */
export interface PreviewRow {
  name: string
  before: string
  after: string
  differs: boolean
}

type Outcome = Pick<ExplainedPlay, 'name' | 'isEnabled' | 'variant' | 'strategies'>

/** Gets the first evaluation of each flag in an environment: a preview has one context. */
export const evaluationsIn = ({ features }: ExplainedPlayground, environment: string): ExplainedPlay[] =>
  features.flatMap(({ environments }) => environments[environment]?.slice(0, 1) ?? [])

/** Lists the flags that a request changes, and all others whose value changes. */
export function previewRows(
  before: readonly Outcome[],
  after: readonly Outcome[],
  touched: readonly string[],
): PreviewRow[] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort()
  return names
    .map((name) => {
      const [was, is] = [outcome(before, name), outcome(after, name)]
      return { name, before: was, after: is, differs: was !== is }
    })
    .filter((row) => row.differs || touched.includes(row.name))
}

function outcome(features: readonly Outcome[], name: string): string {
  const feature = features.find((one) => one.name === name)
  if (!feature) return 'not there'
  if (!feature.isEnabled) return feature.strategies.result === 'unknown' ? 'unknown' : 'off'
  const { variant } = feature
  return variant?.enabled ? `on as ${variant.name}` : 'on'
}
