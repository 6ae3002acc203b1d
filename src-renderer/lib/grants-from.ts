import type { Grant } from '#shared/access/rules/index.ts'
import { isPermission, type Permission } from '#shared/access/permissions/index.ts'

/** Permissions held, and their scopes; without project or environment: in all. */
export interface HeldPermissions {
  permissions: readonly { permission: string; project?: string; environment?: string }[]
}

/** Puts the permissions that are held back into grants, one for each project, as the decision wants them. */
export function grantsFrom({ permissions }: HeldPermissions): Grant[] {
  const byProject = new Map<string | undefined, { permission: Permission; environment?: string }[]>()
  for (const { permission, project, environment } of permissions) {
    if (!isPermission(permission)) continue
    const list = byProject.get(project) ?? []
    list.push(environment === undefined ? { permission } : { permission, environment })
    byProject.set(project, list)
  }
  return [...byProject].map(([project, held]) => ({
    role: { id: 0, name: '', type: project === undefined ? 'root' : 'project' },
    via: { kind: 'direct' },
    ...(project === undefined ? {} : { project }),
    permissions: held,
  }))
}
