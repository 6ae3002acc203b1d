import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

import { announceSecondStart, useDesktopApp } from '#support/window/desktop-app.ts'
import { takePicture } from '#support/window/page.ts'
import { Program } from '#support/service/program.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'

const LINK = 'halyard://open/segments'
const stage = useDesktopApp({
  env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN, UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
})

/** Closes the window as its own button does. */
const closeWindow = () =>
  stage.desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
const windows = () => stage.desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const health = () =>
  fetch(`${stage.desktop.url}/health`).then(
    ({ status }) => status,
    () => 0,
  )
const ended = () => new Promise((resolve) => stage.desktop.app.process().once('exit', resolve))
const remembered = () =>
  JSON.parse(readFileSync(path.join(stage.folder, 'window/desktop.json'), 'utf8')) as Record<string, unknown>
const question = () => stage.desktop.page.getByRole('dialog', { name: 'Keep serving in the background?' })

it('closing asks whether to keep serving, and goes on without a window', async () => {
  const { page, url } = stage.desktop
  const registered = await fetch(`${url}/api/client/register`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: 'shop',
      instanceId: 'one',
      strategies: [],
      started: new Date().toISOString(),
      interval: 1000,
    }),
  })
  await closeWindow()
  await question().waitFor()
  if (registered.ok) await question().getByText('1 SDK was seen in the last 5 minutes').waitFor()
  await takePicture(page, 'close-question')
  await page.keyboard.press('Escape')
  await question().waitFor({ state: 'detached' })
  expect(await windows()).toBe(1)

  await closeWindow()
  await question().getByRole('checkbox', { name: 'Remember my choice' }).check()
  await question().getByRole('button', { name: 'Keep serving in the background' }).click()
  await expect.poll(windows).toBe(0)
  expect(await health()).toBe(200)

  // a second start opens the window, on the page of its link
  const electron = await stage.desktop.app.evaluate(() => process.execPath)
  const second = new Program(electron, [root, '--no-sandbox', `--data-dir=${stage.folder}`, '--port=0', LINK])
  expect(await second.ends()).toBe(0)
  await expect.poll(windows).toBe(1)
  const location = () =>
    stage.desktop.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? '',
    )
  await expect.poll(location).toMatch(/#\/segments$/)
  // the choice is stored
  await expect.poll(() => remembered()['onClose']).toBe('serve')
  await stage.desktop.app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.webContents.isLoading())
      await new Promise<void>((resolve) => window.webContents.once('did-stop-loading', () => resolve()))
  })
  await closeWindow()
  await expect.poll(windows).toBe(0)
  expect(await health()).toBe(200)
})

it('a link of another start shows its page, if it is one of ours', async () => {
  const { app, page } = stage.desktop
  const open = (...args: string[]) => announceSecondStart(app, ['halyard', ...args])
  await open('--inspect', 'halyard://open/context')
  await page.getByRole('heading', { name: 'Context fields' }).waitFor()
  for (const hostile of [
    'halyard://open/nowhere',
    'halyard://open/../../etc/passwd',
    'halyard://evil.example/segments',
    'javascript:alert(1)',
  ])
    await open(hostile)
  // a scenario file that the system opens shows its plan
  const file = path.join(stage.folder, 'team.halyard')
  writeFileSync(file, 'scenario: 1\ntagTypes:\n  - { name: team, description: Team }\n')
  await open(file)
  await page.getByText('Read from team.halyard.').waitFor()
  // a profile that is not there is not started: the list of profiles is shown
  await open('halyard://p-0123abcd/segments')
  await page.getByRole('heading', { name: 'Instances' }).waitFor()
  expect(await page.evaluate(() => history.length)).toBe(4)

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await page.getByRole('heading', { name: 'Segments' }).waitFor()
  // as the keyboard sends it: Playwright's own keys do not reach the accelerators of the menu
  await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.focus()
    for (const type of ['keyDown', 'keyUp'] as const)
      window?.webContents.sendInputEvent({ type, keyCode: 'C', modifiers: ['control', 'shift'] })
  })
  await page.getByText('Link copied').waitFor()
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('halyard://open/segments')
})

it('closing can quit, which names a long request, finishes it and ends the service', async () => {
  const { app, url } = stage.desktop
  let release = (): void => undefined
  const receiver = await startRecordingServer(
    () => new Promise((resolve) => (release = () => resolve({ status: 200 }))),
  )
  // the message of the system, which goes once the request is answered
  await app.evaluate(({ app: own, dialog }) => {
    dialog.showMessageBox = (options: unknown) => {
      const { detail = '', signal } = options as Electron.MessageBoxOptions
      Object.assign(own, { shown: detail })
      return new Promise((resolve) =>
        signal?.addEventListener('abort', () => resolve({ response: 1, checkboxChecked: false })),
      )
    }
  })
  const message = () => app.evaluate(({ app: own }) => (own as unknown as { shown?: string }).shown)
  const request = fetch(`${url}/api/admin/addons/test`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'webhook',
      enabled: true,
      parameters: { url: receiver.url },
      events: ['feature-created'],
    }),
  })
  await expect.poll(() => receiver.seen.length).toBe(1)
  await closeWindow()
  const end = ended()
  await question()
    .getByRole('button', { name: 'Quit Halyard' })
    .click()
    .catch(() => undefined)
  await expect.poll(message).toContain('A request:')
  // proxies send no more
  expect((await fetch(`${url}/ready`)).status).toBe(503)
  release()
  expect((await request).status).toBe(200)
  await end
  expect(await health()).toBe(0)
  await receiver.stop()
})

it('unsaved input is asked about first', async () => {
  const { page } = stage.desktop
  await page.goto('app://halyard/index.html#/segments')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('half typed')
  const discard = page.getByRole('dialog', { name: 'Discard your changes?' })
  await closeWindow()
  await discard.getByRole('button', { name: 'Keep editing' }).click()
  await discard.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').getByLabel('Name', { exact: true }).inputValue()).toBe('half typed')
  await closeWindow()
  await discard.getByRole('button', { name: 'Discard changes' }).click()
  await question().getByRole('button', { name: 'Keep serving in the background' }).click()
  await expect.poll(windows).toBe(0)
  expect(await health()).toBe(200)
})
