import type { z } from 'zod'

import { SCENARIO_ITEMS, type ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { OriginalFlag } from './original-shapes.ts'

type AtEnvironment = OriginalFlag['environments'][number]

/** Flag of a service as a scenario has it, or the reason why it cannot be one. */
export type ReadFlag = { flag: ScenarioFlag; planned: string[] } | { problem: string }

/** Names of the segments of a service, by their ids, and how to read release plans. */
export interface Naming {
  segments: ReadonlyMap<number, string>
  /** Keep the strategies of release plans as if they were those of the flag. */
  withPlans?: boolean
}

/** Makes the flag of a scenario, with the names of segments in place of their ids. Environments with a release plan are left out. */
export function toScenarioFlag(
  { environments, tags, links, dependencies, ...flag }: OriginalFlag,
  { segments, withPlans = false }: Naming,
): ReadFlag {
  const planned = environments.filter(({ releasePlans }) => (releasePlans ?? []).length > 0)
  const kept = withPlans ? environments : environments.filter((one) => !planned.includes(one))
  const unknown = kept
    .flatMap(({ strategies }) => strategies.flatMap((one) => one.segments ?? []))
    .find((id) => !segments.has(id))
  if (unknown !== undefined)
    return { problem: `it uses the segment ${unknown}, which the service does not list` }
  const item: z.input<typeof SCENARIO_ITEMS.flags> = {
    name: flag.name,
    project: flag.project,
    ...(flag.type ? { type: flag.type as ScenarioFlag['type'] } : {}),
    description: flag.description ?? null,
    impressionData: flag.impressionData ?? false,
    stale: flag.stale ?? false,
    tags: (tags ?? []).map(({ type, value }) => ({ type, value })),
    ...(links ? { links: links.map(({ url, title }) => ({ url, title: title ?? null })) } : {}),
    dependencies: (dependencies ?? []).map(({ feature, enabled, variants }) => ({
      feature,
      enabled: enabled ?? true,
      variants: variants ?? [],
    })),
    environments: Object.fromEntries(kept.map((one) => [one.name, toState(one, segments)])),
  }
  const read = SCENARIO_ITEMS.flags.safeParse(item)
  if (read.success) return { flag: read.data, planned: planned.map(({ name }) => name) }
  return { problem: issueOf(read.error) }
}

/** First thing that is wrong with a flag, and where. */
export const issueOf = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'has another shape'}`

/** State of a flag in an environment, as a scenario has it. */
export const toState = (
  { enabled, strategies, variants }: AtEnvironment,
  segments: ReadonlyMap<number, string>,
) => ({
  enabled,
  strategies: inTheirOrder(strategies).map((one) => toStrategy(one, segments)),
  variants: variants ?? [],
})

/** Strategy as a scenario has it, with the names of segments. */
export const toStrategy = (
  one: AtEnvironment['strategies'][number],
  segments: ReadonlyMap<number, string>,
) => ({
  name: one.name,
  title: one.title ?? null,
  disabled: one.disabled ?? false,
  constraints: one.constraints ?? [],
  parameters: one.parameters ?? {},
  segments: (one.segments ?? []).flatMap((id) => segments.get(id) ?? []),
  variants: one.variants ?? [],
})

/** Strategies are matched by their places. */
export const inTheirOrder = (strategies: AtEnvironment['strategies']): AtEnvironment['strategies'] =>
  [...strategies].sort((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0))
