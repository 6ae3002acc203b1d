import { createProject as operation } from '#shared/projects/contract/project-lifecycle.ts'
import type { Request } from '#shared/contract/index.ts'
import { OWNER_ROLE_ID } from '#shared/access/permissions/index.ts'
import { badData } from '#kernel/app-error.ts'
import { personOf } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { assignRole } from '#domains/access/records/access/access.store.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { freeProjectId } from '../../records/project-lifecycle/project-id.ts'
import {
  enableEnvironments,
  insertProject,
  readEnvironmentSettings,
  requireApprovals,
  type EnvironmentSettings,
  type ManagedProject,
} from '../../records/project-lifecycle/project-lifecycle.store.ts'
import { requireRoomForProject, requireFreeId } from '../../records/project-lifecycle/room-for-project.ts'

const MAX_APPROVALS = 10

type Sent = Request<typeof operation>['body']

/**
 * Creates a project with its environments. The person who creates it becomes its Owner (document: "Project
 * roles"; docs/contract/projects.md#project-owner).
 */
export const createProject = ({ access }: { access: AccessDirectory }) =>
  mutation(operation, async (context, { body }) => {
    const { queries, now, caller } = context
    await requireRoomForProject(context)
    const id = body.id?.trim() ? body.id : await freeProjectId(queries, body.name)
    await requireFreeId(context, queries, id)
    const known = await readEnvironmentSettings(queries)
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
    await insertProject(queries, project, at)
    await enableEnvironments(queries, id, environments)
    await requireApprovals(queries, id, changeRequestEnvironments)
    const owner = personOf(caller.actor)
    if (owner !== undefined)
      await assignRole(queries, { userId: owner, roleId: OWNER_ROLE_ID, project: id }, at)
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
