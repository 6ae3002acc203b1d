import type { ContextFindings } from '../schemas/context-findings.ts'
import { ALWAYS_THERE } from './context-rules.ts'

/** A field that no context of an environment had. */
export interface AbsentField {
  since: string
  contexts: number
  /** Applications that send no contexts, so that nothing is known of theirs. */
  evaluateThemselves: readonly string[]
  /** Programs may use the flag that are not known by name. */
  isPolled: boolean
  /** Environments of a segment in which it is absent. */
  environments?: readonly string[]
}

/**
 * Finds that no program has sent a field. Undefined: some has, or not enough is known to say so. What evaluates by itself
 * sends no contexts, and is named.
 */
export function absentField(
  found: Pick<ContextFindings, 'environments' | 'isPartial'>,
  environment: string,
  field: string,
): AbsentField | undefined {
  const seen = found.environments.find((one) => one.environment === environment)
  if (!seen || found.isPartial || seen.hasMoreFields || field === '' || ALWAYS_THERE.has(field))
    return undefined
  if (seen.completeSince === null || seen.contextsSince === 0) return undefined
  if (seen.fields.some(({ name }) => name === field)) return undefined
  const { completeSince: since, contextsSince: contexts, evaluateThemselves, isPolled } = seen
  return { since, contexts, evaluateThemselves, isPolled }
}

/** A field that no program has sent in some environments, and these; undefined: in none, as far as that is known. */
export function absentSomewhere(
  found: Pick<ContextFindings, 'environments' | 'isPartial'>,
  field: string,
): AbsentField | undefined {
  const absent = found.environments.flatMap(({ environment }) => {
    const known = absentField(found, environment, field)
    return known ? [{ environment, ...known }] : []
  })
  if (absent.length === 0) return undefined
  return {
    environments: absent.map(({ environment }) => environment),
    since: absent.reduce((last, { since }) => (since > last ? since : last), ''),
    contexts: absent.reduce((sum, { contexts }) => sum + contexts, 0),
    evaluateThemselves: [...new Set(absent.flatMap(({ evaluateThemselves }) => evaluateThemselves))].sort(),
    isPolled: absent.some(({ isPolled }) => isPolled),
  }
}
