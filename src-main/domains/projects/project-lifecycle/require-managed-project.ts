import { detail } from '#shared/errors/error-table.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { activeFlagsOf, findManagedProject, type ManagedProject } from './project-lifecycle.store.ts'

/** A project, archived or not; else 404. */
export async function requireManagedProject(queries: Queries, id: string): Promise<ManagedProject> {
  const project = await findManagedProject(queries, id)
  if (!project) throw notFound('No project found')
  return project
}

/** Refuses, with the list of them, while a project has flags that are not archived (document: "States and transitions"). */
export async function requireNoActiveFlags(
  queries: Queries,
  project: string,
  act: 'archive' | 'delete',
): Promise<void> {
  const flags = await activeFlagsOf(queries, project)
  if (flags.length === 0) return
  const message = `You can not ${act} a project with active feature flags`
  throw new AppError('InvalidOperationError', message, {
    details: [detail(message), ...flags.map((flag) => detail(`The flag "${flag}" is not archived.`))],
    extra: { features: flags },
  })
}
