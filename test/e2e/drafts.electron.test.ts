import { afterEach, beforeEach, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '../support/desktop-app.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp

beforeEach(async () => {
  temp = makeTempFolder()
  desktop = await startDesktopApp(temp.folder)
})
afterEach(async () => {
  await desktop.close().catch(() => undefined)
  temp.remove()
})

const crash = () =>
  desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
/** Runs in the page by way of the main process: Playwright loses a page that has crashed. */
const inPage = <T>(code: string) =>
  desktop.app.evaluate(
    ({ BrowserWindow }, text) =>
      Promise.race([
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<T>,
        // a page that crashes meanwhile never answers
        new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('no answer')), 1000)),
      ]),
    code,
  )
const text = () => inPage<string>('document.body.innerText').catch(() => '')
const press = (label: string) =>
  inPage(
    `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${label}').click()`,
  )

it('ux 2: what was typed survives a crash of the window', async () => {
  const { page } = desktop
  await page.goto('app://halyard/index.html#/segments')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).pressSequentially('Beta testers')
  await page.waitForTimeout(500)
  await crash()
  // reloaded by itself, on the same page, and it says so
  await expect.poll(text).toContain('The window crashed and was reloaded')
  await expect.poll(text).toContain('New segment')
  await press('New segment')
  await expect.poll(text).toMatch(/You have an unsaved draft from \d/)
  await press('Restore')
  const name = `[...document.querySelectorAll('[role=dialog] label')].find((one) => one.textContent.trim() === 'Name').control.value`
  await expect.poll(() => inPage(name)).toBe('Beta testers')
  // a discarded draft is not offered again
  await press('Cancel')
  await expect.poll(() => inPage(`document.querySelectorAll('[role=dialog]').length`)).toBe(0)
  await press('New segment')
  await expect.poll(() => inPage(`document.querySelectorAll('[role=dialog]').length`)).toBe(1)
  expect(await text()).not.toContain('unsaved draft')
})

it('ux 2: a window that crashes again says so, and can be reloaded', async () => {
  await crash()
  await expect.poll(text).toContain('The window crashed and was reloaded')
  await crash()
  await expect.poll(text).toContain('The window crashed again')
  // a bundle for a bug report, to be read before it is saved
  await press('Make a support bundle')
  await expect.poll(text).toContain('"platform": "linux')
  await inPage(`document.querySelector('a').click()`)
  await expect.poll(text).toContain('Projects')
})
