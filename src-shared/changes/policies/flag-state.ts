import { contains, flagPath, type ConfigurationParts } from '../../audit/undo/index.ts'
import { isRecord, ownValue } from '../../own-value.ts'

/** Strategies that are for named users or machines only. */
const NAMED_ONLY = ['userWithId', 'remoteAddress', 'applicationHostname']
/** Parameters that have a percentage, by strategy. */
const PERCENTAGES: Readonly<Record<string, string>> = {
  flexibleRollout: 'rollout',
  gradualRolloutRandom: 'percentage',
  gradualRolloutSessionId: 'percentage',
  gradualRolloutUserId: 'percentage',
}

/** Strategy as rules see it. */
export interface StrategyState {
  /** Percentage of those whom it lets in; one without a percentage lets in all of them. */
  percentage: number
  /** It has constraints, segments, or names users. */
  isNarrow: boolean
  /** Fields of its constraints. */
  fields: readonly string[]
}

export interface EnvironmentState {
  enabled: boolean
  /** Strategies in use. Empty: everybody gets the flag, if it is on. */
  strategies: readonly StrategyState[]
}

/** Flag as rules see it. */
export interface FlagState {
  name: string
  project: string
  type: string
  description: string
  tags: readonly { type: string; value: string }[]
  environments: ReadonlyMap<string, EnvironmentState>
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reads a flag from the parts of a configuration. Undefined: it is not there, or archived. */
export function flagStateOf(parts: ConfigurationParts, name: string): FlagState | undefined {
  const at = (...rest: string[]) => parts.get(flagPath(name, ...rest))
  if (at() === undefined || at('archived') === true) return undefined
  const own = parts.under(flagPath(name))
  const settings = at('settings')
  const text = (field: string) => textOf(isRecord(settings) ? ownValue(settings, field) : undefined)
  const tags = own.flatMap(({ path: [, , part, type = '', value = ''] }) =>
    part === 'tag' ? [{ type, value }] : [],
  )
  const places = new Set(
    own.flatMap(({ path: [, , part, place] }) => (part === 'env' && place !== undefined ? [place] : [])),
  )
  const environments = new Map(
    [...places].map((place) => {
      const start = flagPath(name, 'env', place, 'strategy')
      const strategies = own.flatMap(({ path, value }) =>
        path.length === 6 && contains(start, path) && isRecord(value) && value['disabled'] !== true
          ? [strategyOf(value)]
          : [],
      )
      return [place, { enabled: at('env', place, 'enabled') === true, strategies }] as const
    }),
  )
  return {
    name,
    project: textOf(at('project')),
    type: text('type'),
    description: text('description'),
    tags,
    environments,
  }
}

function strategyOf(value: Record<string, unknown>): StrategyState {
  const name = textOf(value['name']) || 'default'
  const list = (field: string): unknown[] => {
    const stored = ownValue(value, field)
    return Array.isArray(stored) ? stored : []
  }
  const fields = list('constraints').flatMap((one) =>
    isRecord(one) && typeof one['contextName'] === 'string' ? [one['contextName']] : [],
  )
  const { parameters } = value
  const parameter = ownValue(PERCENTAGES, name)
  const given =
    parameter !== undefined && isRecord(parameters) ? Number(ownValue(parameters, parameter)) : Number.NaN
  return {
    percentage: Number.isFinite(given) ? given : 100,
    isNarrow: fields.length > 0 || list('segments').length > 0 || NAMED_ONLY.includes(name),
    fields,
  }
}

/** The largest percentage of users that a flag is on for in an environment, without those of narrow strategies or with them. */
export function reachOf(state: EnvironmentState | undefined, withNarrow: boolean): number {
  if (!state?.enabled) return 0
  if (state.strategies.length === 0) return 100
  const counted = state.strategies.filter(({ isNarrow }) => withNarrow || !isNarrow)
  return Math.max(0, ...counted.map(({ percentage }) => percentage))
}
