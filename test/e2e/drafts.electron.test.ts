import { afterEach, beforeEach, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

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
      new Promise<T>((resolve, reject) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        // a page that has crashed, or is loaded anew meanwhile, never answers
        if (!contents || contents.isCrashed() || contents.isLoading()) return reject(new Error('no answer'))
        const leave = () => reject(new Error('no answer'))
        contents.once('render-process-gone', leave)
        const leaveIfLoaded = ({ isSameDocument }: { isSameDocument: boolean }) => {
          if (!isSameDocument) leave()
        }
        contents.on('did-start-navigation', leaveIfLoaded)
        void contents
          .executeJavaScript(text)
          .then((value: T) => resolve(value), reject)
          .finally(() => {
            contents.off('render-process-gone', leave)
            contents.off('did-start-navigation', leaveIfLoaded)
          })
      }),
    code,
  )
const text = () => inPage<string>('document.body.innerText').catch(() => '')
const press = (label: string) =>
  inPage(
    `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === '${label}').click()`,
  )

it('what was typed survives a crash of the window', async () => {
  const { page } = desktop
  await page.goto('app://halyard/index.html#/segments')
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).pressSequentially('Beta testers')
  // a moment after the last key, what was typed is kept
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('Beta testers'))
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

it('a window that crashes again says so, and can be reloaded', async () => {
  await crash()
  await expect.poll(text).toContain('The window crashed and was reloaded')
  await crash()
  await expect.poll(text).toContain('The window crashed again')
  // a bundle for a bug report, to be read before it is saved
  await press('Make a support bundle')
  await expect.poll(text).toContain('"platform": "linux')
  // leads away from the page, which then may not answer
  await inPage(`document.querySelector('a').click()`).catch(() => undefined)
  await expect.poll(text).toContain('Projects')
})
