import { satisfiedBy, type Permission } from '../../src-shared/access/permissions/index.ts'
import { api, type Outputs } from './api.ts'
import { keys } from './queries.ts'

export type Me = Outputs['getMe']

/** Reads who is signed in, and what they may do. */
export const meQuery = (): { queryKey: readonly string[]; queryFn: () => Promise<Me> } => ({
  queryKey: keys.me,
  queryFn: () => api.getMe.query({}),
})

/** The user who is signed in; undefined: not read yet. */
export const myId = (me: Pick<Who, 'user'> | undefined): number | undefined =>
  me && 'id' in me.user ? me.user.id : undefined

/** What is held, and where; without project or environment: in all. */
export interface Held {
  permissions: readonly { permission: string; project?: string; environment?: string }[]
}

/** Whoever is signed in, as far as deciding what is offered to them goes. */
export interface Who extends Held {
  user: Me['user'] | { id: number }
}

interface Place {
  project: string
  environment?: string
}

/**
 * Whether one holds a permission at a place, else in the whole instance, as far as can be told here: what a screen offers. The service decides anew for each
 * request.
 */
export function holds({ permissions }: Held, permission: Permission, place?: Place): boolean {
  const accepted = new Set<string>(['ADMIN', ...satisfiedBy(permission)])
  return permissions.some(
    ({ permission: held, project, environment }) =>
      accepted.has(held) &&
      (project === undefined || project === place?.project) &&
      (environment === undefined || place?.environment === undefined || environment === place.environment),
  )
}
