import { ALWAYS_THERE } from '#shared/clients/context-linter/context-rules.ts'
import { stickyFieldsOf } from '#shared/clients/context-linter/sticky-lacks.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import {
  matchesValue,
  type EvaluatedConstraint,
  type EvaluationSources,
} from '#shared/flags/evaluation/index.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'

/** Effect of a missing field on the constraints of a flag. */
export type AbsenceEffect = 'nobody' | 'everybody' | 'both'

/** Fields and values that the flags of an environment need of contexts. */
export interface FlagNeeds {
  readonly sources: EvaluationSources
  /** Enabled flags by the fields that their constraints look at. */
  readonly constrained: ReadonlyMap<string, ReadonlyMap<ClientFeature, AbsenceEffect>>
  /** Enabled flags by the fields that they are sticky on; `default`: userId or sessionId. */
  readonly sticky: ReadonlyMap<string, readonly ClientFeature[]>
  /** All fields that these flags use. */
  readonly used: ReadonlySet<string>
}

interface Wanted {
  hidden: ReadonlySet<string>
  project?: string | undefined
  flag?: string | undefined
  now: Date
}

/** Collects the needs of the enabled flags that the caller sees and asks about. */
export async function readFlagNeeds(
  { features, segments }: EnvironmentConfiguration,
  { hidden, project, flag, now }: Wanted,
): Promise<FlagNeeds> {
  const segmentsById = new Map(segments.map((segment) => [segment.id, segment]))
  const constrained = new Map<string, Map<ClientFeature, AbsenceEffect>>()
  const sticky = new Map<string, ClientFeature[]>()
  const used = new Set<string>()
  await inSteps(features.values(), ({ feature }) => {
    if (!feature.enabled || hidden.has(feature.project)) return
    if (project !== undefined && feature.project !== project) return
    if (flag !== undefined && feature.name !== flag) return
    for (const constraint of constraintsOf(feature, segmentsById)) {
      const { contextName: field } = constraint
      used.add(field)
      if (ALWAYS_THERE.has(field)) continue
      const effect = matchesValue(constraint, undefined, now) ? 'everybody' : 'nobody'
      const flags = constrained.get(field) ?? new Map<ClientFeature, AbsenceEffect>()
      const known = flags.get(feature)
      constrained.set(field, flags.set(feature, known === undefined || known === effect ? effect : 'both'))
    }
    for (const field of stickyFieldsOf(feature)) {
      for (const one of field === 'default' ? ['userId', 'sessionId'] : [field]) used.add(one)
      const flags = sticky.get(field) ?? []
      flags.push(feature)
      sticky.set(field, flags)
    }
  })
  const sources: EvaluationSources = {
    feature: (name) => features.get(name)?.feature,
    segment: (id) => segmentsById.get(id),
    now,
    random: () => 0.5,
  }
  return { sources, constrained, sticky, used }
}

/** Dates look at the time of the evaluation, whatever field they name. */
const looksAtField = ({ operator }: EvaluatedConstraint) => !operator.startsWith('DATE_')

const constraintsOf = (
  { strategies }: ClientFeature,
  segments: ReadonlyMap<number, { constraints: readonly EvaluatedConstraint[] }>,
): EvaluatedConstraint[] =>
  strategies
    .flatMap((strategy) => [
      ...strategy.constraints,
      ...(strategy.segments ?? []).flatMap((id) => segments.get(id)?.constraints ?? []),
    ])
    .filter(looksAtField)
