import { deleteFeature, reviveFeature } from '#shared/flags/contract/archive.ts'
import { addFeatureDependency, deleteFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { updateTags } from '#shared/flags/contract/feature-tags.ts'
import {
  archiveFeature,
  changeProject,
  createFeature,
  updateFeature,
} from '#shared/flags/contract/features.ts'
import { createFeatureLink, deleteFeatureLink, updateFeatureLink } from '#shared/flags/contract/links.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import { performEnvironments } from './perform-flag-environment.ts'
import { changes, type FlagActs, type FlagPerformer, type FlagPlace, type Step } from './step-performer.ts'
import { ownValue } from '#shared/own-value.ts'

/** Makes a flag what it should be, but for its dependencies, as parents may come later in the file. */
export const performFlag: FlagPerformer<'flags'> = async (apply, planned) => {
  const step = revivedStep(planned)
  const { name: featureName, action, before, after: wanted } = step
  if (action === 'delete') {
    const params = { projectId: before?.project ?? '', featureName }
    if (!before?.archived) await apply.perform(archiveFeature, { params })
    return step.forGood && apply.perform(deleteFeature, { params: { featureName } })
  }
  const place = { projectId: wanted.project ?? 'default', featureName }
  if (before?.archived) await apply.perform(reviveFeature, { params: { featureName } })
  if (before === undefined) await create(apply, place, wanted)
  else if (before.project !== undefined && before.project !== place.projectId)
    await apply.perform(changeProject, {
      params: { projectId: before.project, featureName },
      body: { newProjectId: place.projectId },
    })
  await describe(apply, place, step)
  if (changes(step, 'tags')) await setTags(apply, place, before?.tags ?? [], wanted.tags ?? [])
  if (wanted.links && (before === undefined || changes(step, 'links')))
    await setLinks(apply, place, wanted.links)
  await performEnvironments(apply, place, step)
  if (action === 'create' && wanted.archived) await performArchival(apply, step)
}

type Environments = NonNullable<ScenarioFlag['environments']>

/**
 * Returns the step of an archived flag as it is once the flag is revived: that disables it everywhere. A flag that is
 * archived again is enabled where it was, unless the step says otherwise.
 */
function revivedStep(step: Step<'flags'>): Step<'flags'> {
  const { before, after } = step
  if (!before?.archived || !after) return step
  const environments = Object.entries(before.environments ?? {})
  const disabled = environments.map(([name, at]) => [name, { ...at, enabled: false }])
  return {
    ...step,
    before: { ...before, environments: Object.fromEntries(disabled) as Environments },
    after: after.archived ? { ...after, environments: keptEnabled(before, after) } : after,
  }
}

function keptEnabled(before: ScenarioFlag, after: ScenarioFlag): Environments {
  const wanted = { ...after.environments }
  for (const [name, { enabled, strategies }] of Object.entries(before.environments ?? {})) {
    const at = ownValue(wanted, name) ?? {}
    if (!enabled || at.enabled !== undefined || at.strategies?.length === 0) continue
    wanted[name] = { ...at, enabled, strategies: at.strategies ?? strategies }
  }
  return wanted
}

async function create(
  apply: FlagActs,
  { projectId, featureName: name }: FlagPlace,
  { type, description, impressionData }: ScenarioFlag,
): Promise<void> {
  const body = {
    name,
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(impressionData === undefined ? {} : { impressionData }),
  }
  await apply.perform(createFeature, { params: { projectId }, body })
}

async function describe(
  apply: FlagActs,
  params: FlagPlace,
  { action, before, after, changes: all }: Step<'flags'>,
): Promise<void> {
  const isChanged =
    action === 'create'
      ? after?.stale === true
      : all.some(({ path }) => ['type', 'description', 'impressionData', 'stale'].includes(path))
  if (!isChanged) return
  const { type, description, impressionData, stale } = { ...before, ...after }
  await apply.perform(updateFeature, { params, body: { type, description, impressionData, stale } })
}

type Tags = NonNullable<ScenarioFlag['tags']>

async function setTags(
  apply: FlagActs,
  { featureName }: FlagPlace,
  before: Tags,
  after: Tags,
): Promise<void> {
  const missing = (some: Tags, others: Tags) =>
    some.filter(({ type, value }) => !others.some((one) => one.type === type && one.value === value))
  const body = { addedTags: missing(after, before), removedTags: missing(before, after) }
  if (body.addedTags.length + body.removedTags.length === 0) return
  await apply.perform(updateTags, { params: { featureName }, body })
}

/** Removes links first: their number is limited. A new flag may have some from templates of its project. */
async function setLinks(
  apply: FlagActs,
  place: FlagPlace,
  wanted: NonNullable<ScenarioFlag['links']>,
): Promise<void> {
  const existing = await apply.linksOf(place)
  const goals = new Map(wanted.map((link) => [link.url, link]))
  for (const { id: linkId, url, title } of existing) {
    const goal = goals.get(url)
    goals.delete(url)
    const params = { ...place, linkId }
    if (!goal) await apply.perform(deleteFeatureLink, { params })
    else if ((goal.title ?? null) !== title) await apply.perform(updateFeatureLink, { params, body: goal })
  }
  for (const link of goals.values()) await apply.perform(createFeatureLink, { params: place, body: link })
}

/** Archives a flag. One that was archived before has been revived to be changed. */
export const performArchival: FlagPerformer<'flags'> = (apply, { name: featureName, after }) =>
  apply.perform(archiveFeature, { params: { projectId: after?.project ?? 'default', featureName } })

/** Makes the dependencies of a flag what they should be. */
export const performDependencies: FlagPerformer<'flags'> = async (apply, { name, before, after }) => {
  const wanted = after?.dependencies
  if (!wanted) return
  const params = { projectId: after.project ?? 'default', child: name }
  const existing = before?.dependencies ?? []
  for (const { feature } of existing)
    if (!wanted.some((one) => one.feature === feature))
      await apply.perform(deleteFeatureDependency, { params: { ...params, parent: feature } })
  for (const goal of wanted)
    if (!existing.some((one) => isEqual(one, goal)))
      await apply.perform(addFeatureDependency, { params, body: goal })
}
