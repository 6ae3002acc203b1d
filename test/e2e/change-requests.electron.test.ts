import { afterEach, beforeEach, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const PASSWORD = 'Correct-Horse-1'
const VIEWER = 3
const MEMBER = 5
const PRODUCTION = '/api/admin/projects/default/environments/production'

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp

beforeEach(async () => {
  temp = makeTempFolder()
  desktop = await startDesktopApp(temp.folder, { env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN } })
})
afterEach(async () => {
  await desktop.close().catch(() => undefined)
  temp.remove()
})

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { authorization: ADMIN_TOKEN },
): Promise<Response> {
  const response = await fetch(desktop.url + path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}
const post = (path: string, body: unknown) => call('POST', `/api/admin${path}`, body)

it('requests are turned on in the window; it hears of one, its Admin approves and applies it', async () => {
  const { page, complaints } = desktop
  const dialog = page.getByRole('dialog')
  const made = await post('/user-admin', { username: 'mia', password: PASSWORD, rootRole: VIEWER })
  const { id } = (await made.json()) as { id: number }
  await post('/projects/default/access', { roles: [MEMBER], users: [id], groups: [] })
  await post('/projects/default/features', { name: 'checkout' })

  await page.getByRole('link', { name: 'Default' }).click()
  const tabs = page.getByRole('navigation', { name: 'Project' })
  await tabs.getByRole('link', { name: 'Change requests' }).click()
  await page.getByRole('button', { name: 'Turn on change requests' }).click()
  await page.getByRole('switch', { name: 'Turn on change requests in production' }).click()
  await page.getByLabel('Required approvals in production').waitFor()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'default' }).click()
  await tabs.getByRole('link', { name: 'Change requests', exact: true }).waitFor()

  const signedIn = await call('POST', '/auth/simple/login', { username: 'mia', password: PASSWORD }, {})
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])
  const asMia = { cookie: cookie.join('; ') }
  const change = { action: 'updateEnabled', feature: 'checkout', payload: { enabled: true } }
  const asked = (await (await call('POST', `${PRODUCTION}/change-requests`, change, asMia)).json()) as {
    id: number
  }
  const state = `/api/admin/projects/default/change-requests/${asked.id}/state`
  await call('PUT', state, { state: 'In review' }, asMia)

  // the window receives the event
  await page.getByRole('link', { name: 'Change requests 1 needs your attention' }).click()
  await page.getByRole('link', { name: `Change request #${asked.id}` }).click()
  await page.getByRole('heading', { name: 'Turn on checkout in production' }).waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Apply changes' }).click()
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Applied/ })
    .waitFor()
  const flag = await call('GET', `/api/admin/projects/default/features/checkout/environments/production`)
  expect(await flag.json()).toMatchObject({ enabled: true })
  expect(complaints).toEqual([])
})
