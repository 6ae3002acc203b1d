import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createLogger } from '../../../src-main/kernel/logger.ts'
import { toAppError } from '../../../src-main/transport/http/error-reply.ts'
import type { RpcContext } from '../../../src-main/transport/rpc/init.ts'
import { giveAccess, userIdOf } from '../../support/access.ts'
import { addPrivateProject, HUSH, LOOKERS, must, type PrivateProject } from '../../support/private-project.ts'
import { startBackend, type TestBackend } from '../../support/start-backend.ts'
import { getProjects, getProjectOverview } from '../../../src-shared/projects/contract/projects.ts'
import { removeUserAccess } from '../../../src-shared/projects/contract/project-access.ts'
import {
  createProject,
  validateProject,
  deleteProject,
} from '../../../src-shared/projects/contract/project-lifecycle.ts'
import {
  createApiToken,
  updateApiToken,
  deleteApiToken,
} from '../../../src-shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '../../../src-shared/clients/contract/client-api.ts'
import { createPat } from '../../../src-shared/access/contract/personal-tokens.ts'
import { createSegment } from '../../../src-shared/flags/contract/segments.ts'
import { validateImport } from '../../../src-shared/transfer/contract/import-export.ts'
import {
  validateFeature,
  createFeature,
  changeProject,
  getFeature,
  archiveFeature,
} from '../../../src-shared/flags/contract/features.ts'
import { simulateAccess, whoCan } from '../../../src-shared/access/contract/access-simulator.ts'
import { updateProjectChangeRequestConfig } from '../../../src-shared/changes/contract/change-request-settings.ts'
import { searchEvents } from '../../../src-shared/audit/contract/events.ts'

/**
 * Tests that changes of a private project's visibility take effect at once, and that nothing bypasses it
 * (docs/contract/projects.md#collaboration-modes).
 */
const PROJECT = `/api/admin/projects/${HUSH}`
/** The caller with the least visibility and the most permissions elsewhere. */
const AUDITOR = 'custom root role through group'
let app: TestBackend
let there: PrivateProject

beforeAll(async () => {
  app = await startBackend({ users: LOOKERS, rateLimits: { perMinute: {} } })
  there = await addPrivateProject(app)
})
afterAll(() => app.stop())

const sees = async (as: string) => {
  const { text } = await app.call(getProjects, { as })
  const overview = await app.call(getProjectOverview, { params: { projectId: HUSH }, as })
  expect(overview.status).toBe(text.includes(HUSH) ? 200 : 404)
  return overview.status === 200
}
const rpcOf = async (username: string): Promise<RpcContext> => {
  const context = await app.backend.windowContext()
  const id = await userIdOf(app, username)
  const logger = createLogger('silent')
  return {
    ...context,
    caller: { actor: { kind: 'user', id, username }, requestId: 'r' },
    toAppError: (error) => toAppError(error, logger, 'r'),
  }
}

describe('the visibility of a private project changes with the reply', () => {
  it.each([
    ['', { name: 'Hush' }],
    ['/settings', {}],
  ])('to a change of mode at %s', async (path, rest) => {
    const put = (mode: string) => must(app.call('PUT', `${PROJECT}${path}`, { body: { ...rest, mode } }))
    await put('protected')
    expect(await sees('stranger')).toBe(true)
    await put('open')
    expect(await sees('stranger')).toBe(true)
    await put('private')
    expect(await sees('stranger')).toBe(false)
  })

  it('to a new role in the project', async () => {
    await giveAccess(app, HUSH, { roles: [5], users: [await userIdOf(app, 'stranger')] })
    expect(await sees('stranger')).toBe(true)
    await must(
      app.call(removeUserAccess, { params: { projectId: HUSH, userId: await userIdOf(app, 'stranger') } }),
    )
    expect(await sees('stranger')).toBe(false)
  })

  it('to a project created as private, whose creator is a member', async () => {
    const { body } = await must(
      app.call(createProject, { as: AUDITOR, body: { name: 'Whisper', mode: 'private' } }),
    )
    const { id } = body
    const overview = (as: string) => app.call(getProjectOverview, { params: { projectId: id }, as })
    expect([(await overview(AUDITOR)).status, (await overview('stranger')).status]).toEqual([200, 404])
  })
})

describe('a private project does not leak', () => {
  it('through its tokens, which outsiders cannot create, change or delete', async () => {
    const body = { tokenName: 'mine', type: 'backend', environment: 'production', projects: [HUSH] }
    const made = await app.call(createApiToken, { as: AUDITOR, body })
    expect([made.status, made.text]).toMatchObject([
      400,
      expect.stringContaining(`Project=${HUSH} does not exist`),
    ])
    const changed = await app.call(updateApiToken, {
      params: { token: there.token },
      as: AUDITOR,
      body: { expiresAt: '2020-01-01T00:00:00.000Z' },
    })
    const deleted = await app.call(deleteApiToken, { params: { token: there.token }, as: AUDITOR })
    // the same answer as for an unknown token
    expect([changed.status, deleted.status]).toEqual([200, 200])
    expect((await app.call(getAllClientFeatures, { token: there.token })).status).toBe(200)
  })

  it('through a personal access token of an outsider', async () => {
    const { body } = await must(
      app.call(createPat, {
        as: 'stranger',
        body: { description: 'mine', expiresAt: '2099-01-01T00:00:00.000Z' },
      }),
    )
    const { secret: token } = body
    const read = (path: string) => app.call('GET', path, { token })
    const all = await read('/api/client/features?environment=production')
    expect([all.status, all.text.includes('open-flag'), all.text.includes(HUSH)]).toEqual([200, true, false])
    expect((await read(`/api/client/features/${HUSH}-flag?environment=production`)).status).toBe(404)
    expect((await read('/api/client/delta?environment=production')).text).not.toContain(HUSH)
  })

  it('through items moved into it by outsiders', async () => {
    const segment = await app.call(createSegment, {
      as: AUDITOR,
      body: { name: 'mine', project: HUSH, constraints: [] },
    })
    const noSuch = expect.stringContaining(`Active project with id ${HUSH} does not exist`) as string
    expect([segment.status, segment.text]).toEqual([400, noSuch])
    const imported = await app.call(validateImport, {
      as: AUDITOR,
      body: {
        project: HUSH,
        environment: 'production',
        data: { features: [], featureStrategies: [], tagTypes: [] },
      },
    })
    expect([imported.status, imported.body]).toMatchObject([
      404,
      { message: `Active project with id ${HUSH} does not exist` },
    ])
  })

  it('more than that a name is taken', async () => {
    const flag = await app.call(validateFeature, { as: 'stranger', body: { name: `${HUSH}-flag` } })
    const project = await app.call(validateProject, { as: AUDITOR, body: { id: HUSH } })
    expect([flag.status, project.status]).toEqual([409, 409])
  })
})

describe('the window', () => {
  it('rejects what HTTP rejects', async () => {
    const caller = app.backend.appRouter.createCaller(await rpcOf('stranger'))
    await expect(caller.getProjectOverview({ params: { projectId: HUSH } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No project found',
    })
    expect(JSON.stringify(await caller.getProjects({}))).not.toContain(HUSH)
  })

  it('receives only changes that its user may see', async () => {
    const hear = async (username: string) => {
      const context = await rpcOf(username)
      const stop = new AbortController()
      const caller = app.backend.appRouter.createCaller(context, { signal: stop.signal })
      const changes = (await caller.changes())[Symbol.asyncIterator]()
      return { next: () => changes.next(), stop: () => stop.abort() }
    }
    const stranger = await hear('stranger')
    const member = await hear('member')
    const first = [stranger.next(), member.next()]
    await must(app.call(createFeature, { params: { projectId: HUSH }, body: { name: `${HUSH}-later` } }))
    await must(app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'open-later' } }))
    const heard = await Promise.all(first)
    expect(heard.map(({ value }) => value as unknown)).toMatchObject([
      { featureName: 'open-later' },
      { featureName: `${HUSH}-later` },
    ])
    stranger.stop()
    member.stop()
  })

  it('shows an Admin who views as another user what that user sees', async () => {
    const context = { ...(await rpcOf('admin too')), viewAs: await userIdOf(app, 'stranger') }
    const caller = app.backend.appRouter.createCaller(context)
    expect(JSON.stringify(await caller.getProjects({}))).not.toContain(HUSH)
    await expect(caller.getProjectOverview({ params: { projectId: HUSH } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('the simulator', () => {
  const simulate = async (username: string, question: object) => {
    const body = { userId: await userIdOf(app, username), ...question }
    const answer = await must(app.call(simulateAccess, { body }))
    return answer.body.decision
  }
  const SAYS = `The project ${HUSH} is private, and who is no member of it does not see it.`

  it.each([
    ['reading it', { operationId: 'getProjectOverview', project: HUSH }],
    ['writing in it', { operationId: 'createFeature', project: HUSH }],
  ])('explains why an outsider may not %s', async (_what, question) => {
    const decision = await simulate('stranger', question)
    expect(decision.allowed).toBe(false)
    expect(decision.explanation).toContain(SAYS)
  })

  it('confirms that members may read it', async () => {
    const question = { operationId: 'getProjectOverview', project: HUSH }
    expect(await simulate('member', question)).toMatchObject({ allowed: true })
  })

  it('lists as its readers only users who see it', async () => {
    const body = { operationId: 'getProjectOverview', project: HUSH }
    const answer = await must(app.call(whoCan, { body }))
    const names = answer.body.users.map((one) => one.username)
    for (const { username, sees } of LOOKERS)
      expect([username, names.includes(username)]).toEqual([username, sees])
  })
})

describe('a former part of a private project', () => {
  it('that was moved out does not reveal its origin', async () => {
    await must(app.call(createFeature, { params: { projectId: HUSH }, body: { name: 'moved' } }))
    for (const project of [HUSH, 'default'])
      await must(
        app.call(updateProjectChangeRequestConfig, {
          params: { projectId: project, environment: 'development' },
          body: { changeRequestsEnabled: false },
        }),
      )
    await must(
      app.call(changeProject, {
        params: { projectId: HUSH, featureName: 'moved' },
        body: { newProjectId: 'default' },
      }),
    )
    const events = await app.call(searchEvents, { query: { feature: 'IS:moved' }, as: 'stranger' })
    expect(events.text).not.toContain(HUSH)
    expect(
      (await app.call(getFeature, { params: { projectId: 'default', featureName: 'moved' }, as: 'stranger' }))
        .status,
    ).toBe(200)
  })

  it('stays hidden in the history after its deletion', async () => {
    for (const name of ['child', 'flag', 'later'])
      await must(app.call(archiveFeature, { params: { projectId: HUSH, featureName: `${HUSH}-${name}` } }))
    await must(app.call(deleteProject, { params: { projectId: HUSH } }))
    const told = async (as?: string) =>
      (await app.call(searchEvents, { query: { limit: '1000' }, ...(as ? { as } : {}) })).text.includes(HUSH)
    expect([await told(), await told('editor'), await told('stranger')]).toEqual([true, true, false])
  })
})
