import { deleteFeature, reviveFeature } from '#shared/flags/contract/archive.ts'
import { addFeatureDependency, deleteFeatureDependency } from '#shared/flags/contract/dependencies.ts'
import { addTag, removeTag } from '#shared/flags/contract/feature-tags.ts'
import {
  archiveFeature,
  changeProject,
  createFeature,
  staleFeatures,
  updateFeature,
} from '#shared/flags/contract/features.ts'
import { createFeatureLink, deleteFeatureLink, updateFeatureLink } from '#shared/flags/contract/links.ts'
import type { Restored } from '#kernel/use-case.ts'
import type { FlagRestoration } from './flag-restoration.ts'
import {
  addStrategies,
  orderStrategies,
  removeStrategies,
  setVariants,
  switchOff,
  switchOn,
} from './restore-flag-environment.ts'

type Phase = (flag: FlagRestoration) => Promise<unknown>
interface Dependency {
  enabled: boolean
  variants: string[]
}

const removeParents: Phase = async (flag) => {
  // archiving a flag removes its dependencies
  if (flag.isDeleted || flag.goal('archived') === true) return
  const { projectId } = flag.params
  for (const { path, goal } of flag.differences('parent'))
    if (goal === undefined)
      await flag.perform(deleteFeatureDependency, {
        params: { projectId, child: flag.name, parent: path[3] },
      })
}

const create: Phase = async (flag) => {
  const { name } = flag
  if (flag.isDeleted) return
  if (flag.now() === undefined) {
    const settings = flag.goal<object>('settings')
    await flag.perform(
      createFeature,
      { params: { projectId: flag.goal('project') }, body: { name, ...settings } },
      flag.goal<Restored>(),
    )
  } else if (flag.now('archived') === true && flag.goal('archived') === false) {
    await flag.perform(reviveFeature, { params: { featureName: name } })
  }
}

const move: Phase = async (flag) => {
  const newProjectId = flag.goal<string>('project')
  if (newProjectId !== undefined && newProjectId !== flag.now('project'))
    await flag.perform(changeProject, { params: flag.params, body: { newProjectId } })
}

const describe: Phase = async (flag) => {
  if (flag.isDeleted) return
  const stale = flag.goal<boolean>('stale')
  if (flag.differences('settings').length > 0) {
    const body = { ...flag.goal<object>('settings'), stale }
    await flag.perform(updateFeature, { params: flag.params, body })
  } else if (stale !== flag.now('stale')) {
    const body = { features: [flag.name], stale }
    await flag.perform(staleFeatures, { params: flag.params, body })
  }
}

const setTags: Phase = async (flag) => {
  if (flag.isDeleted) return
  const featureName = flag.name
  for (const { path, goal } of flag.differences('tag')) {
    const [, , , type, value] = path
    if (goal === undefined) await flag.perform(removeTag, { params: { featureName, type, value } })
    else await flag.perform(addTag, { params: { featureName }, body: { type, value } })
  }
}

const setLinks: Phase = async (flag) => {
  if (flag.isDeleted) return
  const changes = flag.differences('link')
  // remove items before adding others, because of the limits
  changes.sort((a, b) => Number(a.goal !== undefined) - Number(b.goal !== undefined))
  for (const { path, now, goal } of changes) {
    const linkId = path[3] ?? ''
    const params = { ...flag.params, linkId }
    if (goal === undefined) await flag.perform(deleteFeatureLink, { params })
    else if (now === undefined)
      await flag.perform(createFeatureLink, { params: flag.params, body: goal }, { id: linkId })
    else await flag.perform(updateFeatureLink, { params, body: goal })
  }
}

const addParents: Phase = async (flag) => {
  if (flag.isDeleted || flag.goal('archived') === true) return
  const { projectId } = flag.params
  for (const { path, goal } of flag.differences('parent')) {
    if (goal === undefined) continue
    const body = { feature: path[3], ...(goal as Dependency) }
    await flag.perform(addFeatureDependency, { params: { projectId, child: flag.name }, body })
  }
}

const end: Phase = async (flag) => {
  if (flag.now() === undefined) return
  if (flag.now('archived') === false && (flag.isDeleted || flag.goal('archived') === true))
    await flag.perform(archiveFeature, { params: flag.params })
  if (flag.isDeleted) await flag.perform(deleteFeature, { params: { featureName: flag.name } })
}

/**
 * Steps by which flags get the state that they should have. All flags take one step before any takes the next: parents
 * are there before their children need them. Nothing is deleted before what takes its place fits in, and a flag is
 * turned on when it has its strategies.
 */
export const FLAG_PHASES: readonly Phase[] = [
  removeParents,
  create,
  move,
  describe,
  switchOff,
  removeStrategies,
  addStrategies,
  setVariants,
  setTags,
  setLinks,
  switchOn,
  orderStrategies,
  addParents,
  end,
]
