import type { AccessFacts } from '#domains/access/access/access-facts.ts'
import { PREDEFINED_ROLES } from '#shared/access/permissions/index.ts'

const OWNER = 4
const MEMBER = 5
const VIEWER = 3

/** A large instance: each user is Viewer and holds 5 project roles, each group has 25 members and 5 project roles. */
export function largeInstance({ users = 1000, groups = 200, projects = 500 } = {}): AccessFacts {
  const spread = (n: number, step: number, size: number) => (n * step) % size
  const projectRole = (n: number) => (n % 2 === 0 ? MEMBER : OWNER)
  const five = [0, 1, 2, 3, 4]
  return {
    privateProjects: [],
    roles: PREDEFINED_ROLES.map(({ id, name, type, permissions }) => ({
      id,
      name,
      type,
      permissions: permissions.map((permission) => ({ permission })),
    })),
    assignments: Array.from({ length: users }, (_, index) => index + 1).flatMap((userId) => [
      { userId, roleId: VIEWER },
      ...five.map((n) => ({
        userId,
        roleId: projectRole(n),
        project: `p${spread(userId * 7 + n, 31, projects)}`,
      })),
    ]),
    groups: Array.from({ length: groups }, (_, index) => ({
      id: index + 1,
      name: `group ${index + 1}`,
      members: Array.from({ length: 25 }, (_, n) => spread(index * 13 + n, 37, users) + 1),
      roles: five.map((n) => ({
        roleId: projectRole(n),
        project: `p${spread(index * 3 + n, 101, projects)}`,
      })),
    })),
  }
}
