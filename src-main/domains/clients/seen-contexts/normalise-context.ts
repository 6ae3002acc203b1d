import { ownValue } from '#shared/own-value.ts'
import { textOf, type EvaluationContext } from '#shared/flags/evaluation/index.ts'

/** A context without what says nothing about who asks: what is kept, and compared. */
export interface NormalContext {
  userId?: string
  sessionId?: string
  remoteAddress?: string
  appName?: string
  /** The context's own, where it is not the environment that was evaluated. */
  environment?: string
  /** Sorted by name. */
  properties: Record<string, string>
}

const ROOT_FIELDS = ['userId', 'sessionId', 'remoteAddress', 'appName'] as const
const AT_ROOT: ReadonlySet<string> = new Set(ROOT_FIELDS)

/** The evaluated environment is kept beside the context; the time differs with every call. */
const LEFT_OUT: ReadonlySet<string> = new Set(['environment', 'currentTime', 'properties'])

/**
 * The form in which contexts that evaluate alike are alike (evaluation's `contextValue`): fields by name, others among
 * the properties wherever they stood, sorted, all as text. Every request asks for it: it makes as little as it can.
 * `evaluated` is the environment whose flags were evaluated.
 */
export function normaliseContext(context: EvaluationContext, evaluated: string): NormalContext {
  const { properties } = context
  const names: string[] = []
  for (const name in context)
    if (!AT_ROOT.has(name) && !LEFT_OUT.has(name) && isSaid(ownValue(context, name))) names.push(name)
  for (const name in properties)
    if (
      !LEFT_OUT.has(name) &&
      isSaid(ownValue(properties, name)) &&
      !(isSaid(ownValue(context, name)) && !AT_ROOT.has(name))
    )
      names.push(name)
  if (names.length > 1) names.sort()
  const normal: NormalContext = { properties: {} }
  for (const field of ROOT_FIELDS) {
    const value = context[field]
    if (isSaid(value)) normal[field] = textOf(value)
  }
  const { environment } = context
  if (isSaid(environment) && environment !== evaluated) normal.environment = textOf(environment)
  for (const name of names)
    normal.properties[name] = textOf(
      (AT_ROOT.has(name) ? undefined : ownValue(context, name)) ?? ownValue(properties ?? {}, name),
    )
  return normal
}

const isSaid = (value: unknown) =>
  value !== undefined && value !== null && typeof value !== 'function' && typeof value !== 'symbol'
