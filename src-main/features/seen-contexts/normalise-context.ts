import type { EvaluationContext } from '../../../src-shared/evaluation/index.ts'

const ROOT_FIELDS = ['userId', 'sessionId', 'remoteAddress', 'appName'] as const
/** The environment is said by where the context is kept; the time is another one with every call. */
const LEFT_OUT: ReadonlySet<string> = new Set(['environment', 'currentTime', 'properties'])

/** A context without what says nothing about who asks: what is kept, and compared. */
export interface NormalContext {
  userId?: string
  sessionId?: string
  remoteAddress?: string
  appName?: string
  /** Sorted by name. */
  properties: Record<string, string>
}

/**
 * The form in which contexts that evaluate alike are alike (evaluation's `contextValue`): fields by name, others among
 * the properties wherever they stood, sorted, all as text.
 */
export function normaliseContext(context: EvaluationContext): NormalContext {
  const found = new Map<string, string>()
  const take = (fields: Readonly<Record<string, unknown>> | undefined) => {
    for (const name in fields) {
      if (LEFT_OUT.has(name) || found.has(name)) continue
      const text = textOf(fields[name])
      if (text !== undefined) found.set(name, text)
    }
  }
  const normal: NormalContext = { properties: {} }
  for (const field of ROOT_FIELDS) {
    const text = textOf(context[field])
    if (text !== undefined) normal[field] = text
  }
  const { userId: _u, sessionId: _s, remoteAddress: _r, appName: _a, ...others } = context
  take(others)
  take(context.properties)
  normal.properties = Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
  return normal
}

function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? undefined : JSON.stringify(value)
    default:
      return undefined
  }
}
