import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  BAD_REQUEST_DIFFERENCES,
  BAD_REQUESTS,
  NAMED,
  type BadRequest,
  type Sender,
} from './support/bad-requests.ts'
import type { Instance } from './support/instance.ts'
import { describeOriginals, startSeededHalyard, type SeededHalyard } from './support/originals.ts'
import type { Seeded } from './support/seed.ts'

describeOriginals('bad requests, beside Halyard', ({ version, original }) => {
  let halyard: SeededHalyard
  beforeAll(async () => {
    halyard = await startSeededHalyard(version)
  })
  afterAll(() => halyard?.stop())

  it.each(BAD_REQUESTS.map((one) => [one.name, one] as const))('%s', async (name, request) => {
    const [there, here] = await Promise.all([outcomeAt(original(), request), outcomeAt(halyard, request)])
    if (BAD_REQUEST_DIFFERENCES[name] === NAMED)
      expect([{ ...here, name: undefined }, here.name]).toEqual([there, expect.any(String)])
    else if (name in BAD_REQUEST_DIFFERENCES) expect(here).not.toEqual(there)
    else expect(here).toEqual(there)
  })

  it('deltas are there for nobody in the open-source edition, and here for whom the configuration is', async () => {
    const statusAt = async (at: Parameters<typeof outcomeAt>[0], as: Sender, path: string) =>
      (await outcomeAt(at, { name: path, method: 'GET', path, as })).status
    for (const as of ['backend', 'frontend', 'admin', 'editor', 'viewer', 'nobody'] as const) {
      const [there, here] = [original(), halyard]
      const may = await statusAt(there, as, '/api/client/features')
      const statuses = [
        await statusAt(there, as, '/api/client/delta'),
        await statusAt(here, as, '/api/client/features'),
        await statusAt(here, as, '/api/client/delta'),
      ]
      expect([as, ...statuses]).toEqual([as, may === 200 ? 404 : may, may, may])
    }
  })

  it('are all looked at', () => {
    const names = new Set(BAD_REQUESTS.map(({ name }) => name))
    expect(names.size).toBe(BAD_REQUESTS.length)
    expect(Object.keys(BAD_REQUEST_DIFFERENCES).filter((name) => !names.has(name))).toEqual([])
  })
})

interface Outcome {
  status: number
  name?: unknown
  message?: unknown
}

/** Sends a request, and reads of the answer what a client would tell apart. */
async function outcomeAt(
  { call, seeded }: Instance & { seeded: Seeded },
  { method, path, as = 'admin', name: _name, ...request }: BadRequest,
): Promise<Outcome> {
  const { pats, cookies, backend, frontend } = seeded
  const { [as]: cookie }: Partial<Record<Sender, string>> = {
    "admin's session": cookies.admin,
    "editor's session": cookies.editor,
    "viewer's session": cookies.viewer,
  }
  const tokens: Partial<Record<Sender, string>> = {
    ...pats,
    backend: backend.development,
    frontend: frontend.development,
  }
  const headers = { ...(cookie === undefined ? {} : { cookie }), ...request.headers }
  const { status, body } = await call(method, path, { ...request, token: tokens[as] ?? null, headers })
  if (status < 400) return { status }
  const { name, message } = (body ?? {}) as { name?: string; message?: string }
  // the service document's name for a request that does not match its schema
  return { status, name: name === 'ValidationError' ? 'BadDataError' : name, message }
}
