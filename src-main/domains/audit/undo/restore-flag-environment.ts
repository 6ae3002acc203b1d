import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import {
  addFeatureStrategy,
  deleteFeatureStrategy,
  patchFeatureStrategy,
  setStrategySortOrder,
} from '#shared/flags/contract/strategies.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { isIdentical } from '#shared/configuration/equality.ts'
import { ownValue } from '#shared/own-value.ts'
import { timeOfUlid } from '#kernel/ids.ts'
import type { FlagRestoration } from './flag-restoration.ts'

type Data = Record<string, unknown>

const at = (flag: FlagRestoration, environment: string) => ({ ...flag.params, environment })

/** Disables a flag where it should be disabled. */
export async function switchOff(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  for (const { environment, now, goal } of flag.inEnvironments('enabled'))
    if (now === true && goal === false)
      await flag.perform(toggleFeatureEnvironmentOff, { params: at(flag, environment) })
}

/** Enables a flag where it should be enabled. */
export async function switchOn(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  for (const { environment, goal } of flag.inEnvironments('enabled'))
    if (goal === true) await flag.perform(toggleFeatureEnvironmentOn, { params: at(flag, environment) }, {})
}

/** Strategies that differ, without their places. */
const changedStrategies = (flag: FlagRestoration) =>
  flag
    .inEnvironments('strategy')
    .filter(({ path }) => path.length === 6)
    .map((one) => ({ ...one, id: one.path[5] ?? '' }))

/** Removes the strategies that should not be there. */
export async function removeStrategies(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  for (const { environment, id, goal } of changedStrategies(flag))
    if (goal === undefined)
      await flag.perform(deleteFeatureStrategy, {
        params: { ...at(flag, environment), strategyId: id },
      })
}

/** Adds the strategies that are missing, and changes those that differ. */
export async function addStrategies(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  for (const { environment, id, now, goal, path } of changedStrategies(flag)) {
    if (goal === undefined) continue
    const params = at(flag, environment)
    const wanted = goal as Data
    let is = now as Data | undefined
    if (is === undefined) {
      const sortOrder = flag.goal<number>(...path.slice(2), 'place')
      const createdAt = timeOfUlid(id)
      const restored = { id, ...(createdAt === undefined ? {} : { createdAt }) }
      is = await flag.perform(
        addFeatureStrategy,
        { params, body: { ...wanted, ...(sortOrder === undefined ? {} : { sortOrder }) } },
        restored,
      )
    }
    const has = is
    const body = Object.entries(wanted)
      .filter(([field, value]) => !isIdentical(ownValue(has, field), value))
      .map(([field, value]) => ({ op: 'replace', path: `/${field}`, value }))
    if (body.length > 0)
      await flag.perform(patchFeatureStrategy, { params: { ...params, strategyId: id }, body })
  }
}

/** Gives strategies their places. */
export async function orderStrategies(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  const places = flag
    .inEnvironments('strategy')
    .filter(({ path, goal }) => path.length === 7 && goal !== undefined)
  for (const environment of new Set(places.map((one) => one.environment))) {
    const body = places
      .filter((one) => one.environment === environment)
      .map(({ path, goal }) => ({ id: path[5], sortOrder: goal }))
    await flag.perform(setStrategySortOrder, { params: at(flag, environment), body })
  }
}

/** Sets the variants that differ. */
export async function setVariants(flag: FlagRestoration): Promise<void> {
  if (flag.isDeleted) return
  for (const { environment, goal } of flag.inEnvironments('variants'))
    if (goal !== undefined)
      await flag.perform(overwriteEnvironmentFeatureVariants, {
        params: at(flag, environment),
        body: goal,
      })
}
