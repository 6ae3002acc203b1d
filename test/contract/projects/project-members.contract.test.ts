import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addGroup, userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'

const [OWNER, MEMBER] = [4, 5]
let app: TestBackend
let project: string
let base: string
let count = 0
const ID: Record<string, number> = {}

beforeAll(async () => {
  const names = ['ann', 'bob', 'looker']
  app = await startBackend({ users: names.map((username) => ({ username, roles: ['Viewer'] })) })
  for (const name of names) ID[name] = await userIdOf(app, name)
})
beforeEach(async () => {
  project = `project-${count++}`
  base = `/api/admin/projects/${project}`
  await addProject(app, project)
})
afterAll(() => app.stop())

const users = (...names: string[]) => names.map((name) => ID[name] ?? 0)
const add = (body: object) => app.call('POST', `${base}/access`, { body: { users: [], groups: [], ...body } })

describe('the members of a project', () => {
  it('include members of groups, each once, and groups can be owners', async () => {
    const group = await addGroup(app, `${project}-group`, { members: ['ann', 'bob'] })
    await add({ roles: [OWNER], groups: [group] })
    await add({ roles: [MEMBER], users: users('ann', 'looker') })
    const { body } = await app.call(getProjects)
    const { projects } = body
    const found = projects.find((one) => one.id === project)
    expect(found).toMatchObject({
      memberCount: 3,
      owners: [{ ownerType: 'group', name: `${project}-group` }],
    })
    const overview = await app.call('GET', `${base}/overview`)
    expect(overview.body).toMatchObject({ members: 3, stats: { projectMembersAddedCurrentWindow: 3 } })
    await app.call('DELETE', `${base}/groups/${group}/roles`)
    expect((await app.call('GET', `${base}/overview`)).body).toMatchObject({ members: 2 })
  })

  it('without an Owner, the system owns it', async () => {
    await addGroup(app, `${project}-group`, { members: ['ann'] })
    await add({ roles: [MEMBER], users: users('ann') })
    const { body } = await app.call(getProjects)
    const { projects } = body
    expect(projects.find((one) => one.id === project)?.owners).toEqual([{ ownerType: 'system' }])
  })
})
