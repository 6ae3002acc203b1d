import { createFeature as operation } from '#shared/flags/contract/features.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { addLink, fillTemplate } from '../../records/flag-links/add-link.ts'
import { requireActiveProject } from '#domains/projects/records/projects/projects.store.ts'
import { attachTag, findUnknownTags } from '../../records/tags/tags.store.ts'
import { createFlag } from '../../records/features/create-flag.ts'
import { toFeature } from '../../records/features/feature.ts'

/**
 * Creates a flag, with tags that are there and the links of its project's templates
 * (docs/contract/projects.md#link-templates,
 * docs/contract/flags.md#flags).
 */
export const createFeature = mutation(operation, async (context, { params: { projectId }, body }) => {
  const { queries } = context
  const project = await requireActiveProject(queries, projectId)
  const tags = body.tags ?? []
  const feature = await createFlag(context, project, { ...body, tags })
  const [unknown] = await findUnknownTags(queries, tags)
  if (unknown) throw badData(`Tag "${unknown.type}:${unknown.value}" does not exist`, '/body/tags')
  for (const tag of tags) {
    await attachTag(queries, feature.name, tag)
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
})
