import { addDefaultStrategyToProjectEnvironment } from '#shared/flags/contract/default-strategies.ts'
import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { Performer } from './step-performer.ts'

/** Stands for none where an own strategy is taken away: the operation needs a body. */
const NONE = { name: 'flexibleRollout' }

/** Sets the default strategies of a project's environments that differ, once the segments that they name exist. */
export const performDefaultStrategies: Performer<'projects'> = async (apply, { name, before, after }) => {
  for (const [environment, wanted] of Object.entries(after?.defaultStrategies ?? {})) {
    if (isEqual(ownValue(before?.defaultStrategies ?? {}, environment) ?? null, wanted)) continue
    const isUnset = wanted === null
    const segments = wanted?.segments?.flatMap((one) => apply.ids.segments.idOf(one) ?? [])
    await apply.perform(
      addDefaultStrategyToProjectEnvironment,
      { params: { projectId: name, environment }, body: isUnset ? NONE : { ...wanted, segments } },
      isUnset ? { isUnset } : undefined,
    )
  }
}
