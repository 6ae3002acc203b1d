import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { announceSecondStart, launchDesktopApp, useDesktopApp } from '#support/window/desktop-app.ts'
import { freePort } from '#support/runner/free-port.ts'
import { takePicture } from '#support/window/page.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

// not the person's own autostart folder
const config = makeTempFolder()
afterAll(() => config.remove())
const stage = useDesktopApp({
  env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN, XDG_CONFIG_HOME: config.folder },
})

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

it('notifications name what waits, open its page, and can be turned off', async () => {
  const { app, page } = stage.desktop
  await recordNotices()
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByRole('heading', { name: 'This window' }).waitFor()
  await takePicture(page, 'settings-app')
  // two changes at once are both kept, and looked for
  const labels = ['Failed actions', 'Failed deliveries']
  await page.evaluate((names) => {
    for (const label of document.querySelectorAll('label'))
      if (names.some((name) => label.textContent?.includes(name))) label.click()
  }, labels)
  const changed = { changeRequests: true, failedActions: false, failedDeliveries: false }
  await expect.poll(() => remembered()['notices']).toEqual(changed)
  const id = await requestReview()
  await page.getByRole('checkbox', { name: 'Failed deliveries' }).check()
  await expect.poll(bodies).toHaveLength(1)
  await app.evaluate(({ app: own }) => {
    ;(own as unknown as { shown: Electron.Notification[] }).shown[0]?.emit('click')
  })
  await expect.poll(() => page.url()).toContain(`#/projects/default/change-requests/${id}`)
  expect(stage.desktop.complaints).toEqual([])

  // the same page, so that the app is started once: opening at login, and the check for a newer version
  await page.evaluate(() => (location.hash = '#/settings'))
  await page.getByLabel('When you log in to this computer').selectOption('Serve in the background')
  const entry = path.join(config.folder, 'autostart/halyard.desktop')
  await expect.poll(() => existsSync(entry) && readFileSync(entry, 'utf8')).toContain('"--background"')
  await page.getByLabel('When you log in to this computer').selectOption('Do not open')
  await expect.poll(() => existsSync(entry)).toBe(false)
  const server = await startRecordingServer(() => ({ status: 200, body: { version: '99.0.0' } }))
  expect(await page.getByRole('checkbox', { name: 'Check once a day' }).count()).toBe(0)
  await page.getByLabel('Address of the version file').fill('nowhere')
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('must be empty or begin with https:// or http://').waitFor()
  await page.getByLabel('Address of the version file').fill(`${server.url}/version.json`)
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('Version 99.0.0 is available.').waitFor()
  await expect.poll(() => remembered()['updates']).toEqual({ url: `${server.url}/version.json`, isOn: false })
  await page.getByRole('checkbox', { name: 'Check once a day' }).waitFor()
  await takePicture(page, 'settings-updates')
  await server.stop()
})

it('opened at login in the background, it serves without a window until one is wanted', async () => {
  await stage.desktop.close()
  const port = await freePort()
  const app = await launchDesktopApp(stage.folder, { port, args: ['--background'] })
  const health = () =>
    fetch(`http://localhost:${port}/health`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(health).toBe(200)
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  // what the app answers a debugger may be collected on its way: then it is asked again
  await expect.poll(windows).toBe(0)
  await announceSecondStart(app)
  await expect.poll(windows).toBe(1)
  await app.close()
})
