import type { MissingDependencies } from '#shared/transfer/schemas/remote-pull.ts'
import type { PullLine } from '#shared/transfer/schemas/remote.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { createEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { environmentExists, projectExists } from '#domains/access/access/places.read-model.ts'
import { addEnvironmentToProject } from '#shared/projects/contract/project-environments.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { projectHasEnvironment } from '#domains/projects/projects/projects.store.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { readSegments } from '#domains/flags/segments/segments.store.ts'
import { segmentsOf } from '../scenario/used-fields.ts'
import type { RemoteData } from './fetch-remote-data.ts'

/** Finds the objects that a pull needs and that do not exist here. */
export async function findMissing(
  queries: Queries,
  { project, environment }: PullLine,
  { flags }: RemoteData,
): Promise<MissingDependencies> {
  const isProject = await projectExists(queries, project)
  const isEnvironment = await environmentExists(queries, environment)
  const known = new Set(
    (await readSegments(queries))
      .filter((segment) => segment.project === null || segment.project === project)
      .map(({ name }) => name),
  )
  return {
    project: !isProject,
    environment: !isEnvironment,
    environmentOfProject:
      isProject && isEnvironment && !(await projectHasEnvironment(queries, project, environment)),
    segments: [...new Set(flags.flatMap(segmentsOf))].filter((name) => !known.has(name)).sort(),
  }
}

interface Making {
  missing: MissingDependencies
  line: PullLine
  theirs: RemoteData
}

/** Creates the missing objects by the usual operations, in the name of the user who pulls. */
export async function createMissing(
  context: MutationContext,
  { missing, line: { project, environment, from }, theirs }: Making,
): Promise<void> {
  const { actor } = context.caller
  if (missing.environment) {
    const type = theirs.environment?.type ?? 'development'
    await context.performAs(actor, createEnvironment, { body: { name: environment, type } })
  }
  if (missing.project) {
    const body = { id: project, name: project, environments: [environment] }
    await context.performAs(actor, createProject, { body })
  } else if (missing.environment || missing.environmentOfProject) {
    await context.performAs(actor, addEnvironmentToProject, {
      params: { projectId: project },
      body: { environment },
    })
  }
  for (const name of missing.segments) {
    const known = theirs.segments.find((segment) => segment.name === name)
    // an object hidden by the remote cannot be created; the import reports it as missing
    if (!known) continue
    // a segment of the pulled project becomes one of the target project
    const home = known.project && known.project === from.project ? { project } : {}
    const { description, constraints } = known
    await context.performAs(actor, createSegment, { body: { name, description, constraints, ...home } })
  }
}

/** Throws 400 that names each. */
export function refuseMissing(missing: MissingDependencies, { project, environment }: PullLine): void {
  const details = [
    ...(missing.project ? [detail(`There is no project ${project} here`, '/body/project')] : []),
    ...(missing.environment
      ? [detail(`There is no environment ${environment} here`, '/body/environment')]
      : []),
    ...(missing.environmentOfProject
      ? [detail(`Project ${project} does not have the environment ${environment}`, '/body/environment')]
      : []),
    ...missing.segments.map((name) => detail(`There is no segment ${name} here`, '/body/createMissing')),
  ]
  if (details.length === 0) return
  const said = details.map(({ message }) => message).join('. ')
  throw new AppError('BadDataError', `${said}. With createMissing it is made.`, { details })
}
