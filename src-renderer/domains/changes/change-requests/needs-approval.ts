import type { HeldPermissions } from '#lib/grants-from.ts'
import { hasPermission } from '#lib/me.ts'

interface Project {
  environments: readonly { environment: string; changeRequestsEnabled?: boolean | undefined }[]
}

/** The environments of a project in which changes have to be asked for, by this one too. */
export function environmentsNeedingApproval(
  me: HeldPermissions | undefined,
  projectId: string,
  project: Project | undefined,
): string[] {
  if (!me || !project) return []
  return withRequests(project).filter(
    (environment) => !hasPermission(me, 'SKIP_CHANGE_REQUEST', { project: projectId, environment }),
  )
}

/** The same for what touches all environments at once: no permission skips that (document: "Skip change requests"). */
export function environmentsNeedingApprovalForFlags(
  me: HeldPermissions | undefined,
  projectId: string,
  project: Project | undefined,
): string[] {
  if (!me || !project || hasPermission(me, 'ADMIN', { project: projectId })) return []
  return withRequests(project)
}

export const withRequests = ({ environments }: Project) =>
  environments.filter((one) => one.changeRequestsEnabled).map((one) => one.environment)
