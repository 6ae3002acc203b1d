import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { TestBackend } from '#support/service/start-backend.ts'
import {
  addTestServiceAccount,
  messageOf,
  startUsers,
  USERS,
  type UserStage,
} from '#support/service/users.ts'
import { getInactiveUsers } from '#shared/access/contract/users.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'

const DAY = 86_400_000
let app: TestBackend
let users: UserStage

beforeAll(async () => {
  users = await startUsers()
  app = users.app
  await addTestServiceAccount(app)
  await users.make({ username: 'vi' })
  await users.make({ username: 'weak', password: 'abc' })
})
afterAll(() => app.stop())

describe('inactive users', () => {
  const inactive = async (as?: string) => {
    const { body } = await app.call(getInactiveUsers, { ...(as ? { as } : {}) })
    return body.inactiveUsers
  }

  it('are those without activity for 180 days; the caller counts as active', async () => {
    expect((await app.call(getInactiveUsers)).body).toEqual({ version: 1, inactiveUsers: [] })
    app.clock.advance(180 * DAY + 1)
    const names = (await inactive('anna')).map(({ username }) => username)
    expect(names).toContain('viewer')
    expect(names).toContain('weak')
    expect(names).not.toContain('anna')
    expect(names).not.toContain('robot')
    await users.signIn('weak', 'abc')
    expect((await inactive()).map(({ username }) => username)).not.toContain('weak')
  })

  it('exclude users whose personal access token was used', async () => {
    await users.make({ username: 'script-writer', password: 'abc' })
    const secret = await users.makeToken('script-writer')
    app.clock.advance(180 * DAY + 1)
    const names = async () => (await inactive()).map(({ username }) => username)
    expect(await names()).toContain('script-writer')
    await app.call(getProjects, { token: secret })
    expect(await names()).not.toContain('script-writer')
    await users.signIn('weak', 'abc')
  })

  it('are deleted together, unless one of them has returned', async () => {
    const [weak, vi] = [await users.idOf('weak'), await users.idOf('vi')]
    const remove = (ids: unknown) => app.call('POST', `${USERS}/inactive/delete`, { body: { ids } })
    const refused = await remove([vi, weak])
    expect([refused.status, messageOf(refused)]).toEqual([400, 'Not inactive: weak. Nobody was deleted'])
    expect(await users.idOf('vi')).toBe(vi)
    expect(await remove([vi, 99_999])).toMatchObject({ status: 200, text: '' })
    expect(await users.idOf('vi')).toBeNaN()
    expect((await remove([])).status).toBe(200)
    expect((await remove('all')).status).toBe(400)
  })
})
