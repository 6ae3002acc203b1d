import { afterAll, beforeAll, beforeEach } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { PEOPLE, REQUESTS, requestsOf, type Requests } from './change-requests.ts'
import { addProject } from './projects.ts'
import { startBackend, type TestBackend } from '../service/start-backend.ts'

/** Stage for change requests: users of all roles, and another project beside the default one. */
export interface RequestStage {
  app: TestBackend
  requests: Requests
  /** Prepares a test: no requests, one approval is enough; returns a new flag. */
  begin: () => Promise<string>
  /** Reads the requests visible to a user. */
  list: (path?: string, as?: string) => Promise<ChangeRequest[]>
}

async function startRequests(): Promise<RequestStage> {
  const app = await startBackend({ users: PEOPLE })
  const requests = requestsOf(app)
  await addProject(app, 'other')
  let count = 0
  return {
    app,
    requests,
    begin: async () => {
      await app.backend.store.queries.deleteFrom('change_requests').execute()
      await requests.configure(1)
      return requests.addFlag(`flag-${count++}`)
    },
    list: async (path = '', as = 'author') =>
      (await app.call('GET', `${REQUESTS}${path}`, { as })).body as ChangeRequest[],
  }
}

/** Starts the stage for the tests of a file; each test begins with a new flag and no requests. */
export function useRequests(): RequestStage & { flag: string } {
  const stage = {} as ReturnType<typeof useRequests>
  beforeAll(async () => {
    Object.assign(stage, await startRequests())
  })
  beforeEach(async () => {
    stage.flag = await stage.begin()
  })
  afterAll(() => stage.app.stop())
  return stage
}

/** Builds the change that turns a flag on or off. */
export const enabling = (feature: string, enabled: boolean) => ({
  action: 'updateEnabled',
  feature,
  payload: { enabled },
})

/** Gets the first message of an error. */
export const messageOf = (body: unknown) =>
  (body as { details: { message: string; path?: string }[] }).details[0] ?? { message: '' }
