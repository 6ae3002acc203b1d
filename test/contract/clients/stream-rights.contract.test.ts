import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { insertSession } from '#domains/access/sessions/sessions.store.ts'
import { insertUser } from '#domains/access/users/users.store.ts'
import { assignRole } from '#domains/access/access/access.store.ts'
import { IpcSession } from '#transport/rpc/ipc-bridge.ts'
import { serviceResponder } from '#transport/rpc/responder.ts'
import type { RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { createLogger } from '#kernel/logger.ts'
import { giveAccess } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createApiToken, deleteApiToken, updateApiToken } from '#shared/access/contract/api-tokens.ts'
import { deleteProject, updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createEnvironment, removeEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import { deletePat } from '#shared/access/contract/personal-tokens.ts'
import { deleteUser, updateUser } from '#shared/access/contract/users.ts'
import { removeUserAccess } from '#shared/projects/contract/project-access.ts'
import { logout } from '#shared/access/contract/sessions.ts'
import { deleteSessionsOfUser } from '#shared/access/contract/user-sessions.ts'
import { getAllClientFeatures, registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { eventually } from '#support/runner/eventually.ts'

/** Tests that streams and subscriptions end as soon as their caller loses access. */
const [ADMIN_ROLE, VIEWER, READER] = [1, 3, 6]
const HOUR = 3_600_000
let app: TestBackend
let url: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ rateLimits: { perMinute: {} } })
  url = await app.backend.listen('auto')
})
afterAll(() => app.stop())

interface Person {
  id: number
  cookie: string
}

/** Creates a user who is signed in for two hours. */
async function addPerson(roleId = VIEWER): Promise<Person> {
  const username = `person-${count++}`
  const now = app.clock.now()
  const secret = `secret-of-${username}`
  const createdAt = now.toISOString()
  const id = await app.backend.store.transaction(async (queries) => {
    const user = await insertUser(queries, { username, createdAt })
    await assignRole(queries, { userId: user.id, roleId }, createdAt)
    const expiresAt = new Date(now.getTime() + 2 * HOUR).toISOString()
    await insertSession(queries, { secret, userId: user.id, createdAt, expiresAt })
    return user.id
  })
  // every change of access reloads it
  await addProject(app, `reload-${count}`)
  await giveAccess(app, `reload-${count}`, { roles: [READER], users: [id] })
  return { id, cookie: `unleash-session=${secret}` }
}

const inOneHour = () => new Date(app.clock.now().getTime() + HOUR).toISOString()
const as = (cookie: string) => ({ token: null, headers: { cookie } })

/** Data received so far, and whether the stream has ended. */
interface Opened {
  text: string
  isOver: boolean
  close(): void
}

async function open(path: string, headers: Record<string, string>): Promise<Opened> {
  const stop = new AbortController()
  const response = await fetch(url + path, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  })
  expect(response.status).toBe(200)
  const opened: Opened = { text: '', isOver: false, close: () => stop.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) opened.text += decoder.decode(chunk)
    opened.isOver = true
  }
  read().catch(() => (opened.isOver = true))
  await eventually(() => expect(opened.text).not.toBe(''))
  return opened
}

const ends = (stream: Opened) => eventually(() => expect(stream.isOver).toBe(true))

/** Triggers an event that every stream sends. */
async function changeSomething(project = 'default'): Promise<string> {
  const name = `changed-${count++}`
  await requireSuccess(app.call(createFeature, { params: { projectId: project }, body: { name } }))
  return name
}

describe('the stream of the client API', () => {
  let project: string
  let streams: Opened[]
  beforeEach(async () => {
    streams = []
    project = `project-${count++}`
    await addProject(app, project)
  })

  const openWith = async (token: string, query = '') => {
    const stream = await open(`/api/client/streaming${query}`, { authorization: token })
    streams.push(stream)
    return stream
  }
  const createToken = async (more: object = {}) => {
    const { body } = await requireSuccess(
      app.call(createApiToken, {
        body: {
          tokenName: project,
          type: 'backend',
          environment: 'development',
          projects: [project],
          ...more,
        },
      }),
    )
    return body.secret
  }
  const createPat = async ({ cookie }: Person, expiresAt = '2030-01-01T00:00:00.000Z') => {
    const body = { description: `pat-${count++}`, expiresAt }
    const answer = await requireSuccess(app.call('POST', '/api/admin/user/tokens', { body, ...as(cookie) }))
    return answer.body as { secret: string; id: number }
  }
  const makePrivate = (mode = 'private') =>
    requireSuccess(app.call('PUT', `/api/admin/projects/${project}`, { body: { name: project, mode } }))

  it.each<[string, () => Promise<() => Promise<unknown>>]>([
    [
      'a token is deleted',
      async () => {
        const secret = await createToken()
        await openWith(secret)
        return () => requireSuccess(app.call(deleteApiToken, { params: { token: secret } }))
      },
    ],
    [
      'a token expires',
      async () => {
        await openWith(await createToken({ expiresAt: inOneHour() }))
        return async () => app.clock.advance(HOUR + 1)
      },
    ],
    [
      'the expiry of a token is brought forward',
      async () => {
        const secret = await createToken()
        await openWith(secret)
        const body = { expiresAt: app.clock.now().toISOString() }
        return () => requireSuccess(app.call(updateApiToken, { params: { token: secret }, body }))
      },
    ],
    [
      'the project of a token is deleted',
      async () => {
        await openWith(await createToken())
        return () => requireSuccess(app.call(deleteProject, { params: { projectId: project } }))
      },
    ],
    [
      'one of the projects of a token is deleted',
      async () => {
        await openWith(await createToken({ projects: ['default', project] }))
        return () => requireSuccess(app.call(deleteProject, { params: { projectId: project } }))
      },
    ],
    [
      'the environment of a token is deleted',
      async () => {
        const name = `environment-${count++}`
        await requireSuccess(app.call(createEnvironment, { body: { name, type: 'test' } }))
        await openWith(await createToken({ environment: name }))
        return () => requireSuccess(app.call(removeEnvironment, { params: { name } }))
      },
    ],
    [
      'a personal token is deleted',
      async () => {
        const person = await addPerson()
        const { secret, id } = await createPat(person)
        await openWith(secret)
        return () => requireSuccess(app.call(deletePat, { params: { id }, ...as(person.cookie) }))
      },
    ],
    [
      'a personal token expires',
      async () => {
        await openWith((await createPat(await addPerson(), inOneHour())).secret)
        return async () => app.clock.advance(HOUR + 1)
      },
    ],
    [
      'the user of a personal token is deleted',
      async () => {
        const person = await addPerson()
        await openWith((await createPat(person)).secret)
        return () => requireSuccess(app.call(deleteUser, { params: { id: person.id } }))
      },
    ],
    [
      'a project becomes private',
      async () => {
        await openWith((await createPat(await addPerson())).secret)
        return makePrivate
      },
    ],
    [
      'the role in a private project is removed',
      async () => {
        const person = await addPerson()
        await giveAccess(app, project, { roles: [READER], users: [person.id] })
        await makePrivate()
        await openWith((await createPat(person)).secret)
        return () =>
          requireSuccess(app.call(removeUserAccess, { params: { projectId: project, userId: person.id } }))
      },
    ],
  ])('ends when %s', async (_what, prepare) => {
    const lapse = await prepare()
    const [stream] = streams
    if (!stream) throw new Error('no stream was opened')
    await lapse()
    await ends(stream)
  })

  it('sends nothing of a project that has become private', async () => {
    const stream = await openWith((await createPat(await addPerson())).secret)
    await makePrivate()
    const name = await changeSomething(project)
    await ends(stream)
    expect(stream.text).not.toContain(name)
  })

  it('continues while nothing has changed for its caller', async () => {
    const stream = await openWith((await createPat(await addPerson())).secret)
    const other = await createToken()
    await requireSuccess(app.call(deleteApiToken, { params: { token: other } }))
    const name = await changeSomething()
    await eventually(() => expect(stream.text).toContain(name))
    expect(stream.isOver).toBe(false)
    stream.close()
  })
})

const FEEDS = ['changes', 'clientNews', 'signalNews']
describe.each(FEEDS)('the subscription %s over HTTP', (feed) => {
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['its user logs out', ({ cookie }) => app.call(logout, as(cookie))],
    [
      'its sessions are ended by an Admin',
      ({ id }) => requireSuccess(app.call(deleteSessionsOfUser, { params: { id } })),
    ],
    ['its user is deleted', ({ id }) => requireSuccess(app.call(deleteUser, { params: { id } }))],
    ['its session expires', async () => app.clock.advance(2 * HOUR + 1)],
  ])('ends when %s', async (_what, lapse) => {
    const person = await addPerson()
    const stream = await open(`/trpc/${feed}`, { cookie: person.cookie })
    await lapse(person)
    const name = await changeSomething()
    await ends(stream)
    expect(stream.text).not.toContain(name)
    expect(stream.text).toContain('UNAUTHORIZED')
  })
})

describe('the subscription events.changes', () => {
  it('sends no event that the event log hides', async () => {
    const project = `hidden-${count++}`
    await addProject(app, project)
    await requireSuccess(
      app.call(updateProject, { params: { projectId: project }, body: { name: project, mode: 'private' } }),
    )
    const { cookie } = await addPerson()
    const stream = await open('/trpc/changes', { cookie })
    const created = await requireSuccess(
      app.call(createApiToken, {
        body: {
          tokenName: 'secret-name',
          type: 'backend',
          environment: 'development',
          projects: ['default', project],
        },
      }),
    )
    const { secret: token } = created.body
    const registration = { appName: 'a', interval: 1, started: app.clock.now().toISOString(), strategies: [] }
    await requireSuccess(app.call(registerClientApplication, { token, body: registration }))
    await changeSomething(project)
    const seen = await changeSomething()
    await eventually(() => expect(stream.text).toContain(seen))
    expect(stream.text).not.toMatch(/secret-name|application-created|api-token-created|hidden-/)
    stream.close()
  })
})

describe('the subscription clientNews', () => {
  it('sends each request of an SDK with its application and environment, but no hidden project', async () => {
    const project = `hidden-${count++}`
    await addProject(app, project)
    await requireSuccess(
      app.call(updateProject, { params: { projectId: project }, body: { name: project, mode: 'private' } }),
    )
    const { cookie } = await addPerson()
    const stream = await open('/trpc/clientNews', { cookie })
    const tokenOf = async (projects: string[]) => {
      const body = {
        tokenName: 'secret-name',
        type: 'backend',
        environment: 'development',
        projects,
      } as const
      return (await requireSuccess(app.call(createApiToken, { body }))).body.secret
    }
    const pollOf = async (appName: string, projects: string[]) =>
      requireSuccess(
        app.call(getAllClientFeatures, {
          token: await tokenOf(projects),
          headers: { 'unleash-appname': appName },
        }),
      )
    await pollOf('unseen', [project])
    await pollOf('half-seen', ['default', project])
    const started = app.clock.now().toISOString()
    const registration = { appName: 'seen', interval: 1, started, strategies: [] }
    const token = await tokenOf(['default'])
    await requireSuccess(app.call(registerClientApplication, { token, body: registration }))
    await expect.poll(() => stream.text).toContain('"appName":"seen"')
    const news = [...stream.text.matchAll(/\{"at":[^}]*\}/g)].map(([text]) => JSON.parse(text) as object)
    const at = expect.stringMatching(/Z$/) as unknown
    const shared = { at, environment: 'development', projects: ['default'] }
    expect(news).toEqual([
      { ...shared, appName: 'half-seen', asksFlags: true },
      { ...shared, appName: 'seen', asksFlags: false },
    ])
    expect(stream.text).not.toMatch(/secret-name|hidden-/)
    stream.close()
  })
})

describe('a subscription over IPC', () => {
  async function follow(viewAs?: number) {
    const sent: RpcResponse[] = []
    const session = new IpcSession(
      {
        responder: serviceResponder(
          () => app.backend.appRouter,
          () => app.backend.windowContext(),
        ),
        logger: createLogger('silent'),
      },
      { send: (message) => void sent.push(message) },
    )
    const call = { kind: 'call' as const, id: 1, path: 'changes', type: 'subscription' as const }
    void session.receive({ ...call, input: undefined, ...(viewAs === undefined ? {} : { viewAs }) })
    await eventually(() => expect(sent).toMatchObject([{ result: { type: 'started' } }]))
    return sent
  }
  const refused = { error: { data: { code: 'UNAUTHORIZED' } } }
  const endsWith401 = (sent: RpcResponse[]) => eventually(() => expect(sent.at(-1)).toMatchObject(refused))

  it('ends when the viewed user of an Admin is deleted', async () => {
    const person = await addPerson()
    const sent = await follow(person.id)
    await requireSuccess(app.call(deleteUser, { params: { id: person.id } }))
    await endsWith401(sent)
  })

  it('ends when the Admin of the window loses that role', async () => {
    await addPerson(ADMIN_ROLE)
    const { caller } = await app.backend.windowContext()
    const { id } = caller.actor as { id: number }
    const sent = await follow()
    await requireSuccess(app.call(updateUser, { params: { id }, body: { rootRole: VIEWER } }))
    await changeSomething()
    await endsWith401(sent)
  })
})
