import { createFeature as operation } from '../../../src-shared/contract/features.ts'
import { badData } from '../../kernel/app-error.ts'
import { mutation } from '../../kernel/use-case.ts'
import { addLink, fillTemplate } from '../flag-links/index.ts'
import { requireActiveProject } from '../projects/index.ts'
import { attachTag, findUnknownTags } from '../tags/index.ts'
import { createFlag } from './create-flag.ts'
import { toFeature } from './feature.ts'

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
