import { PERMISSIONS } from '#shared/access/permissions/index.ts'
import type { Outputs } from '#lib/api.ts'

type Grant = Outputs['getUserAccount']['grants'][number]
type Role = Outputs['getRoleById']
type Overview = Outputs['getUserPermissions']['overview']
type Judged = Overview['root'][number]

/** Place that permissions are asked for; empty: the whole instance, no environment. */
export interface Place {
  project: string
  environment: string
}

/** Permission of a user, with the grants that give it. */
export interface SourcedPermission {
  name: string
  label: string
  isGranted: boolean
  sources: readonly Grant[]
}

const INCLUDED = new Map<string, string | undefined>(
  PERMISSIONS.map(({ name, includedIn }) => [name, includedIn]),
)

/** Finds the grants whose role gives a permission at a place. A role that is still being read gives none. */
function sourcesOf(
  { name }: Judged,
  { grants, roles, place }: { grants: readonly Grant[]; roles: ReadonlyMap<number, Role>; place: Place },
): Grant[] {
  const names = new Set([name, INCLUDED.get(name), 'ADMIN'])
  return grants.filter(
    ({ role, project }) =>
      (project === undefined || project === place.project) &&
      roles
        .get(role.id)
        ?.permissions.some(
          (one) => names.has(one.name) && (!one.environment || one.environment === place.environment),
        ),
  )
}

/** Lists the permissions of a user at a place, those that they have first, each with the grants that give it. */
export function withSources(
  overview: Overview,
  given: { grants: readonly Grant[]; roles: ReadonlyMap<number, Role>; place: Place },
): SourcedPermission[] {
  const { project, environment } = given.place
  const asked = [
    ...(project === '' ? overview.root : overview.project),
    ...(environment === '' ? [] : overview.environment),
  ]
  const all = asked.map((one) => ({
    name: one.name,
    label: one.displayName,
    isGranted: one.hasPermission,
    sources: one.hasPermission ? sourcesOf(one, given) : [],
  }))
  return [...all.filter(({ isGranted }) => isGranted), ...all.filter(({ isGranted }) => !isGranted)]
}
