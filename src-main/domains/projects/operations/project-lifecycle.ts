import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { assignRole } from '#domains/access/access/access.store.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { fillTemplate, toLinkUrl } from '#domains/flags/flag-links/add-link.ts'
import { disableActionSets } from '#domains/signals/actions/set-enabled.ts'
import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation, query } from '#kernel/use-case.ts'
import { OWNER_ROLE_ID } from '#shared/access/permissions/index.ts'
import type { Request } from '#shared/contract/index.ts'
import * as projectLifecycleContract from '#shared/projects/contract/project-lifecycle.ts'
import * as projectsContract from '#shared/projects/contract/projects.ts'
import { toNaming } from '../project-lifecycle/naming-pattern.ts'
import {
  freeProjectId,
  requireFreeId,
  requireRoomForProject,
  saveProjectUpdate,
} from '../project-lifecycle/save-project.ts'
import {
  deleteProjectRows,
  enableEnvironments,
  insertProject,
  readEnvironmentSettings,
  requireApprovals,
  saveProject,
  type EnvironmentSettings,
  type ManagedProject,
  activeFlagsOf,
  findManagedProject,
} from '../project-lifecycle/project-lifecycle.store.ts'
import { readProjectOverview } from '../projects/project-overview.read-model.ts'
import { listProjects } from '../projects/projects.read-model.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { Queries } from '#store/queries.ts'

const MAX_APPROVALS = 10

type Sent = Request<typeof projectLifecycleContract.createProject>['body']

/**
 * Creates a project with its environments. The person who creates it becomes its Owner (document: "Project
 * roles"; docs/contract/projects.md#project-owner).
 */
export const createProject = ({ access }: { access: AccessDirectory }) =>
  mutation(projectLifecycleContract.createProject, async (context, { body }) => {
    const { everything, now, caller } = context
    await requireRoomForProject(context)
    const id = body.id?.trim() ? body.id : await freeProjectId(everything, body.name)
    await requireFreeId(context, everything, id)
    const known = await readEnvironmentSettings(everything)
    const environments = toEnvironments(known, body.environments)
    const changeRequestEnvironments = toApprovals(known, body.changeRequestEnvironments)
    const project: ManagedProject = {
      id,
      name: body.name.trim(),
      description: body.description ?? null,
      mode: body.mode ?? 'open',
      defaultStickiness: body.defaultStickiness ?? 'default',
      featureLimit: null,
      featureNaming: null,
      linkTemplates: [],
      archivedAt: null,
    }
    const at = now.toISOString()
    await insertProject(everything, project, at)
    await enableEnvironments(everything, id, environments)
    await requireApprovals(everything, id, changeRequestEnvironments)
    const owner = personOf(caller.actor)
    if (owner !== undefined)
      await assignRole(everything, { userId: owner, roleId: OWNER_ROLE_ID, project: id }, at)
    const { featureNaming: _naming, linkTemplates: _templates, archivedAt: _archivedAt, ...created } = project
    const data = { ...created, environments, changeRequestEnvironments }
    context.record({ type: 'project-created', project: id, data })
    access.refreshAfter(context)
    return data
  })

/**
 * Returns the requested environments, or all enabled ones (document: "By default all global environments are
 * available").
 */
function toEnvironments(known: readonly EnvironmentSettings[], sent: Sent['environments']): string[] {
  if (sent === undefined) return known.filter(({ enabled }) => enabled).map(({ name }) => name)
  requireKnown(known, sent, '/body/environments')
  return [...new Set(sent)]
}

/**
 * Determines the required approvals. An environment's own number wins over the one in the request
 * (docs/contract/projects.md#project-approvals).
 */
function toApprovals(known: readonly EnvironmentSettings[], sent: Sent['changeRequestEnvironments'] = []) {
  const names = [...new Set(sent.map(({ name }) => name))]
  requireKnown(known, names, '/body/changeRequestEnvironments')
  return names.map((name) => {
    const own = known.find((one) => one.name === name)?.requiredApprovals
    const asked = sent.find((one) => one.name === name)?.requiredApprovals ?? 1
    return { name, requiredApprovals: Math.min(MAX_APPROVALS, Math.max(1, own ?? asked)) }
  })
}

function requireKnown(known: readonly EnvironmentSettings[], names: readonly string[], path: string): void {
  const missing = names.filter((name) => !known.some((one) => one.name === name))
  if (missing.length === 0) return
  throw badData(`These environments do not exist: ${missing.map((name) => `'${name}'`).join(', ')}.`, path)
}

/** Checks whether a project id can be used. Responds 200 without a body, or with the error. */
export const validateProject = query(projectLifecycleContract.validateProject, async (context, { body }) => {
  await requireFreeId(context, context.everything, body.id)
})

/** Sets what is sent; the name always is (docs/contract/projects.md#endpoints). */
export const updateProject = ({ access }: { access: AccessDirectory }) =>
  mutation(projectLifecycleContract.updateProject, async (context, { params: { projectId }, body }) => {
    const before = await requireManagedProject(context.everything, projectId)
    await saveProjectUpdate(context, access, before, {
      ...before,
      name: body.name.trim(),
      description: body.description === undefined ? before.description : body.description,
      mode: body.mode ?? before.mode,
      defaultStickiness: body.defaultStickiness ?? before.defaultStickiness,
    })
  })

/** A project, archived or not; else 404. */
async function requireManagedProject(queries: Queries, id: string): Promise<ManagedProject> {
  const project = await findManagedProject(queries, id)
  if (!project) throw notFound('No project found')
  return project
}

/** Refuses, with the list of them, while a project has flags that are not archived (document: "States and transitions"). */
async function requireNoActiveFlags(
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

/** Sets what is sent of the settings; flags that are there need not fit a new naming pattern. */
export const updateProjectEnterpriseSettings = ({ access }: { access: AccessDirectory }) =>
  mutation(
    projectLifecycleContract.updateProjectEnterpriseSettings,
    async (context, { params: { projectId }, body }) => {
      const before = await requireManagedProject(context.everything, projectId)
      await saveProjectUpdate(context, access, before, {
        ...before,
        mode: body.mode ?? before.mode,
        featureNaming: body.featureNaming === undefined ? before.featureNaming : toNaming(body.featureNaming),
        linkTemplates: (body.linkTemplates ?? before.linkTemplates).map(requireUsable),
        featureLimit: body.featureLimit === undefined ? before.featureLimit : body.featureLimit,
      })
    },
  )

/** A template that no flag could be given a link by would have every new flag refused. */
function requireUsable(
  template: ManagedProject['linkTemplates'][number],
  index: number,
): ManagedProject['linkTemplates'][number] {
  const { urlTemplate } = template
  try {
    toLinkUrl(fillTemplate(urlTemplate, { name: 'flag', project: 'project' }))
  } catch {
    throw badData(`Invalid URL: ${urlTemplate}`, `/body/linkTemplates/${index}/urlTemplate`)
  }
  return template
}

/** Every instance has this project: it can be renamed and archived, never deleted (document: "Project"). */
const DEFAULT_PROJECT = 'default'

/**
 * Deletes a project for good, archived before or not (document: "States and transitions";
 * docs/contract/projects.md#project-delete).
 */
export const deleteProject = ({ access, tokens }: { access: AccessDirectory; tokens: TokenDirectory }) =>
  mutation(projectLifecycleContract.deleteProject, async (context, { params: { projectId } }) => {
    const { everything } = context
    if (projectId === DEFAULT_PROJECT)
      throw new AppError('InvalidOperationError', 'You can not delete the default project!')
    const project = await requireManagedProject(everything, projectId)
    await requireNoActiveFlags(everything, projectId, 'delete')
    await deleteProjectRows(everything, projectId)
    context.record({ type: 'project-deleted', project: projectId, preData: { ...project } })
    access.refreshAfter(context)
    context.onCommit(() => tokens.forgetProject(projectId))
  })

/** Archives a project whose flags are all archived; once more is no change (document: "States and transitions"). */
export const archiveProject = mutation(
  projectLifecycleContract.archiveProject,
  async (context, { params: { projectId } }) => {
    const { everything, now } = context
    const project = await requireManagedProject(everything, projectId)
    if (project.archivedAt !== null) return
    await requireNoActiveFlags(everything, projectId, 'archive')
    const at = now.toISOString()
    await saveProject(everything, { ...project, archivedAt: at }, at)
    await disableActionSets(context, { project: projectId })
    context.record({ type: 'project-archived', project: projectId, data: { name: project.name } })
  },
)

/** Makes an archived project active; an active one stays as it is. */
export const reviveProject = mutation(
  projectLifecycleContract.reviveProject,
  async (context, { params: { projectId } }) => {
    const { everything, now } = context
    const project = await requireManagedProject(everything, projectId)
    if (project.archivedAt === null) return
    await requireRoomForProject(context)
    await saveProject(everything, { ...project, archivedAt: null }, now.toISOString())
    context.record({ type: 'project-revived', project: projectId, data: { name: project.name } })
  },
)

export const getProjects = query(
  projectsContract.getProjects,
  async ({ visible, now, caller }, { query: { archived } }) => ({
    version: 1 as const,
    projects: await listProjects(visible, now, {
      archived: archived ?? false,
      user: personOf(caller.actor),
    }),
  }),
)

export const getProjectOverview = query(
  projectsContract.getProjectOverview,
  async ({ visible, now, caller }, { params: { projectId } }) =>
    readProjectOverview(visible, now, projectId, personOf(caller.actor)),
)
