import { describe, expect, it } from 'vitest'

import { createLogger } from '#kernel/logger.ts'
import { toAppError } from '#transport/http/error-reply.ts'
import type { RpcContext } from '#transport/rpc/init.ts'
import { giveAccess, userIdOf } from '#support/stages/access.ts'
import {
  PRIVATE_WORD,
  PRIVATE_PROJECT_USERS,
  requireSuccess,
  usePrivateProject,
} from '#support/service/private-project.ts'
import { getProjects, getProjectOverview } from '#shared/projects/contract/projects.ts'
import { removeUserAccess } from '#shared/projects/contract/project-access.ts'
import { createProject, validateProject, deleteProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createApiToken, updateApiToken, deleteApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { validateImport } from '#shared/transfer/contract/import-export.ts'
import {
  validateFeature,
  createFeature,
  changeProject,
  getFeature,
  archiveFeature,
} from '#shared/flags/contract/features.ts'
import { simulateAccess, whoCan } from '#shared/access/contract/access-simulator.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'

/**
 * Tests that changes of a private project's visibility take effect at once, and that nothing bypasses it
 * (docs/contract/projects.md#collaboration-modes).
 */
const PROJECT = `/api/admin/projects/${PRIVATE_WORD}`
/** The caller with the least visibility and the most permissions elsewhere. */
const AUDITOR = 'custom root role through group'
const stage = usePrivateProject()

const sees = async (as: string) => {
  const { text } = await stage.app.call(getProjects, { as })
  const overview = await stage.app.call(getProjectOverview, { params: { projectId: PRIVATE_WORD }, as })
  expect(overview.status).toBe(text.includes(PRIVATE_WORD) ? 200 : 404)
  return overview.status === 200
}
const rpcOf = async (username: string): Promise<RpcContext> => {
  const context = await stage.app.backend.windowContext()
  const id = await userIdOf(stage.app, username)
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
    const put = (mode: string) =>
      requireSuccess(stage.app.call('PUT', `${PROJECT}${path}`, { body: { ...rest, mode } }))
    await put('protected')
    expect(await sees('stranger')).toBe(true)
    await put('open')
    expect(await sees('stranger')).toBe(true)
    await put('private')
    expect(await sees('stranger')).toBe(false)
  })

  it('to a new role in the project', async () => {
    await giveAccess(stage.app, PRIVATE_WORD, { roles: [5], users: [await userIdOf(stage.app, 'stranger')] })
    expect(await sees('stranger')).toBe(true)
    await requireSuccess(
      stage.app.call(removeUserAccess, {
        params: { projectId: PRIVATE_WORD, userId: await userIdOf(stage.app, 'stranger') },
      }),
    )
    expect(await sees('stranger')).toBe(false)
  })

  it('to a project created as private, whose creator is a member', async () => {
    const { body } = await requireSuccess(
      stage.app.call(createProject, { as: AUDITOR, body: { name: 'Whisper', mode: 'private' } }),
    )
    const { id } = body
    const overview = (as: string) => stage.app.call(getProjectOverview, { params: { projectId: id }, as })
    expect([(await overview(AUDITOR)).status, (await overview('stranger')).status]).toEqual([200, 404])
  })
})

describe('a private project does not leak', () => {
  it('through its tokens, which outsiders cannot create, change or delete', async () => {
    const body = { tokenName: 'mine', type: 'backend', environment: 'production', projects: [PRIVATE_WORD] }
    const made = await stage.app.call(createApiToken, { as: AUDITOR, body })
    expect([made.status, made.text]).toMatchObject([
      400,
      expect.stringContaining(`Project=${PRIVATE_WORD} does not exist`),
    ])
    const changed = await stage.app.call(updateApiToken, {
      params: { token: stage.there.token },
      as: AUDITOR,
      body: { expiresAt: '2020-01-01T00:00:00.000Z' },
    })
    const deleted = await stage.app.call(deleteApiToken, {
      params: { token: stage.there.token },
      as: AUDITOR,
    })
    // the same answer as for an unknown token
    expect([changed.status, deleted.status]).toEqual([200, 200])
    expect((await stage.app.call(getAllClientFeatures, { token: stage.there.token })).status).toBe(200)
  })

  it('through a personal access token of an outsider', async () => {
    const { body } = await requireSuccess(
      stage.app.call(createPat, {
        as: 'stranger',
        body: { description: 'mine', expiresAt: '2099-01-01T00:00:00.000Z' },
      }),
    )
    const { secret: token } = body
    const read = (path: string) => stage.app.call('GET', path, { token })
    const all = await read('/api/client/features?environment=production')
    expect([all.status, all.text.includes('open-flag'), all.text.includes(PRIVATE_WORD)]).toEqual([
      200,
      true,
      false,
    ])
    expect((await read(`/api/client/features/${PRIVATE_WORD}-flag?environment=production`)).status).toBe(404)
    expect((await read('/api/client/delta?environment=production')).text).not.toContain(PRIVATE_WORD)
  })

  it('through items moved into it by outsiders', async () => {
    const segment = await stage.app.call(createSegment, {
      as: AUDITOR,
      body: { name: 'mine', project: PRIVATE_WORD, constraints: [] },
    })
    const noSuch = expect.stringContaining(`Active project with id ${PRIVATE_WORD} does not exist`) as string
    expect([segment.status, segment.text]).toEqual([400, noSuch])
    const imported = await stage.app.call(validateImport, {
      as: AUDITOR,
      body: {
        project: PRIVATE_WORD,
        environment: 'production',
        data: { features: [], featureStrategies: [], tagTypes: [] },
      },
    })
    expect([imported.status, imported.body]).toMatchObject([
      404,
      { message: `Active project with id ${PRIVATE_WORD} does not exist` },
    ])
  })

  it('more than that a name is taken', async () => {
    const flag = await stage.app.call(validateFeature, {
      as: 'stranger',
      body: { name: `${PRIVATE_WORD}-flag` },
    })
    const project = await stage.app.call(validateProject, { as: AUDITOR, body: { id: PRIVATE_WORD } })
    expect([flag.status, project.status]).toEqual([409, 409])
  })
})

describe('the window', () => {
  it('rejects what HTTP rejects', async () => {
    const caller = stage.app.backend.appRouter.createCaller(await rpcOf('stranger'))
    await expect(caller.getProjectOverview({ params: { projectId: PRIVATE_WORD } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'No project found',
    })
    expect(JSON.stringify(await caller.getProjects({}))).not.toContain(PRIVATE_WORD)
  })

  it('receives only changes that its user may see', async () => {
    const hear = async (username: string) => {
      const context = await rpcOf(username)
      const stop = new AbortController()
      const caller = stage.app.backend.appRouter.createCaller(context, { signal: stop.signal })
      const changes = (await caller.changes())[Symbol.asyncIterator]()
      return { next: () => changes.next(), stop: () => stop.abort() }
    }
    const stranger = await hear('stranger')
    const member = await hear('member')
    const first = [stranger.next(), member.next()]
    await requireSuccess(
      stage.app.call(createFeature, {
        params: { projectId: PRIVATE_WORD },
        body: { name: `${PRIVATE_WORD}-later` },
      }),
    )
    await requireSuccess(
      stage.app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'open-later' } }),
    )
    const heard = await Promise.all(first)
    expect(heard.map(({ value }) => value as unknown)).toMatchObject([
      { featureName: 'open-later' },
      { featureName: `${PRIVATE_WORD}-later` },
    ])
    stranger.stop()
    member.stop()
  })

  it('shows an Admin who views as another user what that user sees', async () => {
    const context = { ...(await rpcOf('admin too')), viewAs: await userIdOf(stage.app, 'stranger') }
    const caller = stage.app.backend.appRouter.createCaller(context)
    expect(JSON.stringify(await caller.getProjects({}))).not.toContain(PRIVATE_WORD)
    await expect(caller.getProjectOverview({ params: { projectId: PRIVATE_WORD } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('the simulator', () => {
  const simulate = async (username: string, question: object) => {
    const body = { userId: await userIdOf(stage.app, username), ...question }
    const answer = await requireSuccess(stage.app.call(simulateAccess, { body }))
    return answer.body.decision
  }
  const SAYS = `The project ${PRIVATE_WORD} is private, and who is no member of it does not see it.`

  it.each([
    ['reading it', { operationId: 'getProjectOverview', project: PRIVATE_WORD }],
    ['writing in it', { operationId: 'createFeature', project: PRIVATE_WORD }],
  ])('explains why an outsider may not %s', async (_what, question) => {
    const decision = await simulate('stranger', question)
    expect(decision.allowed).toBe(false)
    expect(decision.explanation).toContain(SAYS)
  })

  it('confirms that members may read it', async () => {
    const question = { operationId: 'getProjectOverview', project: PRIVATE_WORD }
    expect(await simulate('member', question)).toMatchObject({ allowed: true })
  })

  it('lists as its readers only users who see it', async () => {
    const body = { operationId: 'getProjectOverview', project: PRIVATE_WORD }
    const answer = await requireSuccess(stage.app.call(whoCan, { body }))
    const names = answer.body.users.map((one) => one.username)
    for (const { username, sees } of PRIVATE_PROJECT_USERS)
      expect([username, names.includes(username)]).toEqual([username, sees])
  })
})

describe('a former part of a private project', () => {
  it('that was moved out does not reveal its origin', async () => {
    await requireSuccess(
      stage.app.call(createFeature, { params: { projectId: PRIVATE_WORD }, body: { name: 'moved' } }),
    )
    for (const project of [PRIVATE_WORD, 'default'])
      await requireSuccess(
        stage.app.call(updateProjectChangeRequestConfig, {
          params: { projectId: project, environment: 'development' },
          body: { changeRequestsEnabled: false },
        }),
      )
    await requireSuccess(
      stage.app.call(changeProject, {
        params: { projectId: PRIVATE_WORD, featureName: 'moved' },
        body: { newProjectId: 'default' },
      }),
    )
    const events = await stage.app.call(searchEvents, { query: { feature: 'IS:moved' }, as: 'stranger' })
    expect(events.text).not.toContain(PRIVATE_WORD)
    expect(
      (
        await stage.app.call(getFeature, {
          params: { projectId: 'default', featureName: 'moved' },
          as: 'stranger',
        })
      ).status,
    ).toBe(200)
  })

  it('stays hidden in the history after its deletion', async () => {
    for (const name of ['child', 'flag', 'later'])
      await requireSuccess(
        stage.app.call(archiveFeature, {
          params: { projectId: PRIVATE_WORD, featureName: `${PRIVATE_WORD}-${name}` },
        }),
      )
    await requireSuccess(stage.app.call(deleteProject, { params: { projectId: PRIVATE_WORD } }))
    const told = async (as?: string) =>
      (await stage.app.call(searchEvents, { query: { limit: '1000' }, ...(as ? { as } : {}) })).text.includes(
        PRIVATE_WORD,
      )
    expect([await told(), await told('editor'), await told('stranger')]).toEqual([true, true, false])
  })
})
