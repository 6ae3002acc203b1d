import { afterEach, beforeEach, expect, it } from 'vitest'

import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp

beforeEach(async () => {
  temp = makeTempFolder()
  desktop = await startDesktopApp(temp.folder)
  await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const happened: string[] = []
    Object.assign(globalThis, { happened })
    const note = (name: string) => () => void happened.push(`${Math.round(performance.now())} ${name}`)
    contents?.on('render-process-gone', note('gone'))
    contents?.on('did-start-loading', note('loading'))
    contents?.on('did-fail-load', note('failed'))
    contents?.on('did-finish-load', note('finished'))
    contents?.on('unresponsive', note('unresponsive'))
  })
})
afterEach(async () => {
  await desktop.close().catch(() => undefined)
  temp.remove()
})

const crash = () =>
  desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )

/** Longest wait for an answer of a page, in milliseconds: one that crashes, or is loaded anew meanwhile, never answers. */
const ANSWER_MS = 5000

/** Runs in the page by way of the main process: Playwright loses a page that has crashed. An error tells the page's state. */
const inPage = <T>(code: string) =>
  desktop.app.evaluate(
    ({ BrowserWindow }, { text, wait }) =>
      new Promise<T>((resolve, reject) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents
        const refuse = (why: string) => {
          const state = contents && [contents.isCrashed(), contents.isLoading(), contents.getURL()].join(' ')
          const happened = Reflect.get(globalThis, 'happened') as string[]
          reject(new Error(`${why}: ${state}; ${happened.slice(-8).join(', ')}`))
        }
        if (!contents || contents.isCrashed() || contents.isLoading()) return refuse('no page')
        const timer = setTimeout(() => refuse('no answer'), wait)
        contents.once('render-process-gone', () => refuse('crashed'))
        void contents
          .executeJavaScript(text)
          .then((value: T) => resolve(value), reject)
          .finally(() => clearTimeout(timer))
      }),
    { text: code, wait: ANSWER_MS },
  )
const text = () => inPage<string>('document.body.innerText').catch(String)
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
  // leads away from the page, which then does not answer
  await inPage(`document.querySelector('a').click()`).catch(() => undefined)
  await expect.poll(text).toContain('Projects')
})
