import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, it } from 'vitest'

import type { RpcRequest, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { announceSecondStart, useDesktopApp } from '#support/window/desktop-app.ts'
import { runProgram } from '#support/service/program.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder()
const root = realpathSync(temp.folder)
const shop = path.join(root, 'shop')
mkdirSync(shop)
writeFileSync(path.join(shop, 'app.ts'), "if (unleash.isEnabled('checkout')) run()\n")
afterAll(() => temp.remove())

const stage = useDesktopApp({ env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN, HALYARD_CODE_ROOTS: root } })
const INPUT = { params: { projectId: 'default' } }
const PASSWORD = 'A viewer of length 1'

const send = (method: string, at: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${stage.desktop.url}${at}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const asAdmin = { authorization: ADMIN_TOKEN }

it('the procedure of the window has the paths of this machine for who may set folders only', async () => {
  const code = '/api/admin/projects/default/code'
  const flags = '/api/admin/projects/default/features'
  expect((await send('POST', flags, { name: 'checkout' }, asAdmin)).status).toBe(201)
  expect((await send('PUT', code, { folders: [shop] }, asAdmin)).status).toBe(200)
  expect((await send('POST', `${code}/scan`, {}, asAdmin)).status).toBe(200)

  // the window of the app, by its bridge
  const shown = await stage.desktop.page.evaluate(
    (input) =>
      new Promise<RpcResponse>((resolve) => {
        const { halyard } = globalThis as unknown as {
          halyard: {
            send: (message: RpcRequest) => void
            onMessage: (listener: (message: RpcResponse) => void) => () => void
          }
        }
        const stop = halyard.onMessage((message) => {
          if (message.id !== 987_654) return
          stop()
          resolve(message)
        })
        halyard.send({ kind: 'call', id: 987_654, path: 'getProjectCode', type: 'query', input })
      }),
    INPUT,
  )
  expect(JSON.stringify(shown)).toContain(JSON.stringify(shop))

  // a window of a Viewer, in a browser on the service of the app
  const viewer = { username: 'viewer', password: PASSWORD, rootRole: 3, sendEmail: false }
  expect((await send('POST', '/api/admin/user-admin', viewer, asAdmin)).status).toBe(201)
  const signedIn = await send('POST', '/auth/simple/login', { username: 'viewer', password: PASSWORD })
  expect(signedIn.status).toBe(200)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  for (const [procedure, input] of [
    ['getProjectCode', INPUT],
    ['getFeatureCode', { params: { ...INPUT.params, featureName: 'checkout' } }],
  ] as const) {
    const query = `input=${encodeURIComponent(JSON.stringify(input))}`
    const answer = await fetch(`${stage.desktop.url}/trpc/${procedure}?${query}`, { headers: { cookie } })
    const text = await answer.text()
    expect([procedure, answer.status]).toEqual([procedure, 200])
    expect(text).toContain('"shop"')
    expect(text).not.toContain(root)
  }
})

it.skipIf(process.platform === 'win32')(
  'pipes that are opened with the app hold no thread of it',
  async () => {
    const { app, page } = stage.desktop
    // more than the threads that read files
    for (let index = 0; index < 6; index++) {
      const pipe = path.join(stage.folder, `pipe-${index}.halyard`)
      await runProgram('mkfifo', [pipe])
      await announceSecondStart(app, ['halyard', pipe])
    }
    const file = path.join(stage.folder, 'team.halyard')
    writeFileSync(file, 'scenario: 1\ntagTypes:\n  - { name: team, description: Team }\n')
    await announceSecondStart(app, ['halyard', file])
    await page.getByText('Read from team.halyard.').waitFor()
  },
)
