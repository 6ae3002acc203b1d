import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { useDesktopApp } from '../support/desktop-app.ts'
import { takePicture } from '../support/page.ts'
import { ADMIN_TOKEN } from '../support/service.ts'

const stage = useDesktopApp({ env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN } })

const remembered = () =>
  JSON.parse(readFileSync(path.join(stage.folder, 'window/desktop.json'), 'utf8')) as Record<string, unknown>

async function send(method: string, at: string, body: object) {
  const answer = await fetch(`${stage.desktop.url}/api/admin${at}`, {
    method,
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return answer.text()
}

/** Records notifications instead of showing them: the test machine has nothing that shows any. */
const recordNotices = () =>
  stage.desktop.app.evaluate(({ Notification, app }) => {
    const shown: Electron.Notification[] = []
    Object.assign(app, { shown })
    Notification.isSupported = () => true
    Notification.prototype.show = function () {
      shown.push(this)
    }
  })
const bodies = () =>
  stage.desktop.app.evaluate(({ app }) =>
    (app as unknown as { shown: Electron.Notification[] }).shown.map(({ body }) => body),
  )

/** Makes a change request of somebody else, which the person at the window may review. */
async function requestReview(): Promise<number> {
  const project = '/projects/default'
  const requests = `${project}/environments/production/change-requests`
  await send('PUT', `${requests}/config`, { changeRequestsEnabled: true, requiredApprovals: 1 })
  await send('POST', `${project}/features`, { name: 'checkout' })
  const change = { feature: 'checkout', action: 'updateEnabled', payload: { enabled: true } }
  const { id } = JSON.parse(await send('POST', requests, change)) as { id: number }
  await send('PUT', `${project}/change-requests/${id}/state`, { state: 'In review' })
  return id
}

it('ux 20: notifications name what waits, open its page, and can be turned off', async () => {
  const { app, page } = stage.desktop
  await recordNotices()
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('heading', { name: 'This window' }).waitFor()
  await takePicture(page, 'settings-app')
  // a change of the settings looks at once
  await page.getByRole('checkbox', { name: 'Failed deliveries' }).uncheck()
  await expect.poll(() => remembered()['notices']).toMatchObject({ failedDeliveries: false })
  const id = await requestReview()
  await page.getByRole('checkbox', { name: 'Failed deliveries' }).check()
  await expect.poll(bodies).toHaveLength(1)
  await app.evaluate(({ app: own }) => {
    ;(own as unknown as { shown: Electron.Notification[] }).shown[0]?.emit('click')
  })
  await expect.poll(() => page.url()).toContain(`#/projects/default/change-requests/${id}`)
  expect(stage.desktop.complaints).toEqual([])
})
