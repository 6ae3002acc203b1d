import { findActiveProject, requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import { parseBody } from '#kernel/schema-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as featuresContract from '#shared/flags/contract/features.ts'
import { UpdateFeature, type Feature } from '#shared/flags/schemas/feature.ts'
import * as featureTypesContract from '#shared/flags/contract/feature-types.ts'
import { archiveFlags } from '../features/archive-flags.ts'
import { changeFeature } from '../features/change-feature.ts'
import { createFlag } from '../features/create-flag.ts'
import { readFeatureDetails } from '../features/feature-details.read-model.ts'
import { listFeatures, type FeatureListFilter } from '../features/feature-list.read-model.ts'
import { requireFreeName } from '../features/feature-name.ts'
import { toFeature } from '../features/feature.ts'
import {
  requireActiveFeature,
  requireFeature,
  findFeatureType,
  readFeatureTypes,
  setLifetime,
} from '../features/features.store.ts'
import { findBatch } from '../features/stored-flags.ts'
import { parseTag } from '../tags/tag-type.ts'
import { addLink, fillTemplate } from '../flag-links/add-link.ts'
import { attachTag, findUnknownTags } from '../tags/tags.store.ts'

/**
 * Creates a flag, with tags that are there and the links of its project's templates
 * (docs/contract/projects.md#link-templates,
 * docs/contract/flags.md#flags).
 */
export const createFeature = mutation(
  featuresContract.createFeature,
  async (context, { params: { projectId }, body }) => {
    const { everything } = context
    const project = await requireActiveProject(everything, projectId)
    const tags = body.tags ?? []
    const feature = await createFlag(context, project, { ...body, tags })
    const [unknown] = await findUnknownTags(everything, tags)
    if (unknown) throw badData(`Tag "${unknown.type}:${unknown.value}" does not exist`, '/body/tags')
    for (const tag of tags) {
      await attachTag(everything, feature.name, tag)
      context.record({
        type: 'feature-tagged',
        project: projectId,
        featureName: feature.name,
        data: { ...tag },
      })
    }
    for (const { title, urlTemplate } of project.linkTemplates)
      await addLink(context, feature, { title, url: fillTemplate(urlTemplate, feature) })
    return toFeature(feature)
  },
)

/** The flags of a project; an unknown project has none (recorded exchange flags/list-of-unknown-project). */
export const getFeatures = query(
  featuresContract.getFeatures,
  async ({ visible, caller: { actor } }, { params: { projectId }, query }) => {
    const filter: FeatureListFilter = {}
    const user = personOf(actor)
    if (user !== undefined) filter.user = user
    if (query.namePrefix !== undefined) filter.namePrefix = query.namePrefix
    if (query.tag !== undefined) filter.tags = query.tag.map(parseTag)
    return { version: 2 as const, features: await listFeatures(visible, projectId, filter) }
  },
)

/** A flag with its environments; an archived one is not found here (docs/contract/flags.md#not-found). */
export const getFeature = query(
  featuresContract.getFeature,
  async ({ visible, now, caller }, { params: { projectId, featureName }, query }) => {
    const feature = await requireFeature(visible, projectId, featureName)
    if (feature.archivedAt !== null) throw notFound(`Could not find feature flag with name ${featureName}`)
    return readFeatureDetails(visible, now, feature, {
      user: personOf(caller.actor),
      withVariants: query.variantEnvironments ?? false,
    })
  },
)

/** Replaces a flag's settings; those not sent go back to their defaults (docs/contract/flags.md#put-resets). */
export const updateFeature = mutation(
  featuresContract.updateFeature,
  async (context, { params: { projectId, featureName }, body }) => {
    if (body.name !== undefined && body.name !== featureName)
      throw badData('Cannot change name of feature flag', '/body/name')
    const feature = await requireActiveFeature(context.visible, projectId, featureName)
    return changeFeature(context, feature, {
      description: body.description ?? null,
      type: body.type ?? 'release',
      stale: body.stale ?? false,
      impressionData: body.impressionData ?? false,
      archived: body.archived ?? false,
    })
  },
)

const FIXED = ['name', 'project', 'createdAt', 'lastSeenAt'] as const satisfies (keyof Feature)[]

/** Changes a flag by a JSON Patch on its short form (docs/contract/flags.md#flags). */
export const patchFeature = mutation(
  featuresContract.patchFeature,
  async (context, { params: { projectId, featureName }, body }) => {
    const feature = await requireActiveFeature(context.visible, projectId, featureName)
    const before = toFeature(feature)
    const patched = applyJsonPatch(before, body)
    const wanted = parseBody(UpdateFeature, patched)
    for (const field of FIXED) {
      if ((patched as Partial<Feature>)[field] !== before[field])
        throw badData(`Cannot change ${field} of feature flag`, `/body/${field}`)
    }
    const { description, type, stale, impressionData, archived } = wanted
    return changeFeature(context, feature, {
      description: description ?? null,
      type: type ?? 'release',
      stale: stale ?? false,
      impressionData: impressionData ?? false,
      archived: archived ?? false,
    })
  },
)

/** Checks a name for a new flag: it must be free and match the pattern of the project (recorded exchanges flags/*). */
export const validateFeature = query(
  featuresContract.validateFeature,
  async ({ visible, everything }, { body: { name, projectId } }) => {
    const project = projectId ? await findActiveProject(visible, projectId) : undefined
    if (projectId && !project)
      throw badData(`Active project with id ${projectId} does not exist`, '/body/projectId')
    await requireFreeName(everything, name, project?.featureNaming ?? null)
  },
)

/** Marks flags as stale or takes the mark off; archived ones stay as they are (docs/contract/flags.md#flags). */
export const staleFeatures = mutation(
  featuresContract.staleFeatures,
  async (context, { params: { projectId }, body }) => {
    const flags = await findBatch(context.visible, projectId, body.features)
    const changing = flags.filter((one) => one.archivedAt === null && one.stale !== body.stale)
    await inSteps(changing, (flag) => changeFeature(context, flag, { ...flag, stale: body.stale }))
  },
)

/** Archives a flag; archiving it again changes nothing (docs/contract/flags.md#archive-twice). */
export const archiveFeature = mutation(
  featuresContract.archiveFeature,
  async (context, { params: { projectId, featureName } }) => {
    await archiveFlags(context, [await requireFeature(context.visible, projectId, featureName)])
  },
)

export const getAllFeatureTypes = query(featureTypesContract.getAllFeatureTypes, async ({ visible }) => ({
  version: 1 as const,
  types: await readFeatureTypes(visible),
}))

/** Recorded exchanges flag-types/*; 0 days are for ever, too (docs/contract/flags.md#flag-types). */
export const updateFeatureTypeLifetime = mutation(
  featureTypesContract.updateFeatureTypeLifetime,
  async (context, { params: { id }, body }) => {
    const before = await findFeatureType(context.everything, id)
    if (!before) throw notFound(`The feature type you tried to update ("${id}") does not exist.`)
    const after = { ...before, lifetimeDays: body.lifetimeDays || null }
    await setLifetime(context.everything, id, after.lifetimeDays)
    context.record({ type: 'feature-type-updated', data: after, preData: before })
    return after
  },
)
