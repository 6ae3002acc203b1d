import { afterAll, beforeAll, beforeEach } from 'vitest'

import { userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createRole } from '#shared/access/contract/roles.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

/** Numbers of the predefined roles of projects. */
export const [OWNER, MEMBER, READER] = [4, 5, 6] as const

export interface Access {
  users: { id: number; roleId: number; roles: number[] }[]
  groups: { id: number; roles: number[]; users: { user: { username: string } }[] }[]
  roles: { id: number; type: string }[]
}

const NAMES = ['ann', 'bob', 'owner', 'keeper', 'looker']

/** Service with five Viewers and a new project for each test, and the calls that change who has access to it. */
export function projectAccessStage() {
  let app: TestBackend
  let count = 0
  let project = ''
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    app = await startBackend({ users: NAMES.map((username) => ({ username, roles: ['Viewer'] })) })
    for (const name of NAMES) ids[name] = await userIdOf(app, name)
  })
  beforeEach(async () => {
    project = `project-${count++}`
    await addProject(app, project)
  })
  afterAll(() => app.stop())

  const base = () => `/api/admin/projects/${project}`
  const idOf = (name: string) => ids[name] ?? 0
  const caller = (as?: string) => (as ? { as } : {})
  const put = (path: string, roles: unknown, as?: string) =>
    app.call('PUT', base() + path, { body: { roles }, ...caller(as) })
  const remove = (path: string, as?: string) => app.call('DELETE', base() + path, caller(as))
  const read = async () => (await app.call('GET', `${base()}/access`)).body as Access
  return {
    get app() {
      return app
    },
    get project() {
      return project
    },
    get base() {
      return base()
    },
    /** Lets the calls of a test go to another project. */
    useProject: (id: string) => void (project = id),
    /** Roles are listed in the order they were given, which takes time to pass. */
    later: () => app.clock.advance(1000),
    idOf,
    users: (...names: string[]) => names.map(idOf),
    add: (body: object, as?: string) =>
      app.call('POST', `${base()}/access`, { body: { users: [], groups: [], ...body }, ...caller(as) }),
    set: (roles: unknown, as?: string) => put('/access', roles, as),
    setUser: (user: number | string, roles: number[], as?: string) => put(`/users/${user}/roles`, roles, as),
    setGroup: (group: number | string, roles: number[], as?: string) =>
      put(`/groups/${group}/roles`, roles, as),
    removeUser: (user: number | string, as?: string) => remove(`/users/${user}/roles`, as),
    removeGroup: (group: number | string, as?: string) => remove(`/groups/${group}/roles`, as),
    read,
    rolesOf: async (name: string) => (await read()).users.find((one) => one.id === idOf(name))?.roles ?? [],
    detailsOf: (body: unknown) => (body as { details: { message: string; path?: string }[] }).details,
    createFlag: (as: string) =>
      app.call('POST', `${base()}/features`, { body: { name: `flag-of-${as}-${count}` }, as }),
    customRole: async (permissions: object[]) => {
      const name = `custom-${count}-${Math.trunc(performance.now() * 1000)}`
      const { body } = await app.call(createRole, { body: { name, description: '', permissions } })
      return body.roles.id
    },
    newestEvent: async (type: string) => {
      const query = { type: `IS:${type}`, project: `IS:${project}` }
      return (await app.call(searchEvents, { query })).body.events[0]
    },
  }
}
