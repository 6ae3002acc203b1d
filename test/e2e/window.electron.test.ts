import type { BrowserWindow } from 'electron'
import { expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { useDesktopApp } from '#support/window/desktop-app.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { openBySidebar } from '#support/window/sidebar.ts'

const stage = useDesktopApp({ env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN } })

async function call(method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(`${stage.desktop.url}/api/admin/projects/default${path}`, {
    method,
    headers: { authorization: ADMIN_TOKEN, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return response.status
}

it('shows what is changed over HTTP without a reload, on every screen', async () => {
  const { page, complaints } = stage.desktop
  await page.evaluate(() => Object.assign(globalThis, { wasNotReloaded: true }))
  await page.getByRole('link', { name: 'Default' }).waitFor()
  expect(await call('POST', '/features', { name: 'made-by-curl' })).toBe(201)
  await page.getByRole('cell', { name: '1', exact: true }).waitFor() // the project's number of flags

  await page.getByRole('link', { name: 'Default' }).click()
  const inList = page.getByRole('switch', { name: 'Enable made-by-curl in development' })
  await inList.waitFor()
  expect(await call('POST', '/features/made-by-curl/environments/development/on')).toBe(200)
  await page.getByRole('switch', { name: 'Disable made-by-curl in development' }).waitFor()

  await page.getByRole('link', { name: 'made-by-curl' }).click()
  const strategies = '/features/made-by-curl/environments/development/strategies'
  expect(await call('POST', strategies, { name: 'default', title: 'Made while you watch' })).toBe(200)
  await page.getByText('Made while you watch').waitFor()
  expect(await call('POST', '/features/made-by-curl/environments/development/off')).toBe(200)
  await page.getByRole('switch', { name: 'Enable made-by-curl in development' }).waitFor()

  await openBySidebar(page, 'Event log')
  await page
    .getByRole('table')
    .getByText(/ turned made-by-curl off in development$/)
    .waitFor()
  expect(await call('POST', '/features', { name: 'another' })).toBe(201)
  await page.getByRole('link', { name: 'another' }).waitFor()
  expect(await page.evaluate(() => 'wasNotReloaded' in globalThis)).toBe(true)
  expect(complaints).toEqual([])
})

it('makes a flag by keyboard alone, and keeps it over a restart', async () => {
  let { page } = stage.desktop
  await page.getByRole('link', { name: 'Default' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Create the first flag' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('by-keyboard')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'by-keyboard' })
  await link.or(page.getByText('not used by an SDK yet')).first().waitFor()
  await stage.desktop.close()

  // on the page where it was closed
  ;({ page } = await stage.start())
  await page.getByRole('heading', { name: 'by-keyboard' }).waitFor()
})

it('works on several flags at once, and takes back what it archived', async () => {
  const { page, complaints } = stage.desktop
  for (const name of ['one', 'two', 'three']) expect(await call('POST', '/features', { name })).toBe(201)
  await page.getByRole('link', { name: 'Default' }).click()
  await page.getByRole('checkbox', { name: 'Select one' }).check()
  await page.getByRole('checkbox', { name: 'Select two' }).check()
  await page.getByRole('button', { name: 'Enable', exact: true }).click()
  await page.getByRole('button', { name: 'Enable in development' }).click()
  await page.getByRole('switch', { name: 'Disable one in development' }).waitFor()
  await page.getByRole('switch', { name: 'Disable two in development' }).waitFor()
  await page.getByRole('switch', { name: 'Enable three in development' }).waitFor()

  await page.getByRole('checkbox', { name: 'Select all of Flags' }).check()
  await page.getByText('All 3 flags that match are selected').waitFor()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: 'Archive 3 flags' }).click()
  await page.getByText('This project has none yet').waitFor()
  const notice = page.getByRole('listitem').filter({ hasText: '3 flags archived' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  // they come back as they were
  await page.getByRole('switch', { name: 'Disable one in development' }).waitFor()

  await page.getByRole('link', { name: 'one' }).click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Mark stale' }).click()
  await page.getByText('stale', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await name.fill('two')
  await page.keyboard.press('Enter')
  await page.getByText('A flag with that name already exists').waitFor()
  await name.fill('four')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'four', exact: true }).waitFor()
  expect(complaints).toEqual([])
})

it('keeps what one types in an editor when the flag is changed from elsewhere', async () => {
  const { page, complaints } = stage.desktop
  const strategies = '/features/worked-on/environments/development/strategies'
  expect(await call('POST', '/features', { name: 'worked-on' })).toBe(201)
  expect(await call('POST', strategies, { name: 'default', title: 'As it was' })).toBe(200)
  await page.goto('app://halyard/index.html#/projects/default/features/worked-on')
  const development = page.getByRole('region', { name: 'Environment development' })
  const dialog = page.getByRole('dialog')

  await development.getByRole('button', { name: 'Edit strategy 1' }).click()
  // what it has of its own stands open
  await dialog.getByLabel('Title').fill('Typed')
  expect(await call('POST', strategies, { name: 'default', title: 'Made meanwhile' })).toBe(200)
  // behind the dialog, where roles are hidden
  await page.getByText('Made meanwhile').waitFor()
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Typed')
  await dialog.getByRole('button', { name: 'Save strategy' }).click()
  await development.getByText('Typed').waitFor()

  const variants = '/features/worked-on/environments/development/variants'
  await development.getByRole('button', { name: 'Options of development' }).click()
  await page.getByRole('menuitem', { name: 'Flag variants' }).click()
  await dialog.getByRole('button', { name: 'Add variant' }).click()
  await dialog.getByLabel('Name of variant 1').fill('typed')
  expect(await call('PUT', variants, [{ name: 'meanwhile', weight: 1000, weightType: 'variable' }])).toBe(200)
  expect(await call('POST', strategies, { name: 'default', title: 'Made after it' })).toBe(200)
  await page.getByText('Made after it').waitFor()
  expect(await dialog.getByLabel('Name of variant 1').inputValue()).toBe('typed')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await development.getByRole('button', { name: 'Options of development' }).click()
  await page.getByRole('menuitem', { name: 'Flag variants' }).click()
  await expect.poll(() => dialog.getByLabel('Name of variant 1').inputValue()).toBe('meanwhile')
  expect(complaints).toEqual([])
})

it('makes a segment, and lets a strategy use it', async () => {
  const { page, complaints, url } = stage.desktop
  expect(await call('POST', '/features', { name: 'for-beta' })).toBe(201)
  await openBySidebar(page, 'Segments')
  await page.getByRole('button', { name: 'Create the first segment' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Beta testers')
  await page.getByLabel('Context field').fill('userId')
  await page.getByLabel('Values').fill('7, 42')
  await page.getByText('Includes everyone where userId is one of 7, 42').waitFor()
  await page.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('cell', { name: 'userId is one of 7, 42' }).waitFor()

  await page.goto('app://halyard/index.html#/projects/default/features/for-beta')
  const development = page.getByRole('region', { name: 'Environment development' })
  await development.getByRole('button', { name: 'Add strategy' }).click()
  await page.getByRole('checkbox', { name: /Beta testers/ }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Add strategy' }).click()
  await development
    .getByRole('listitem', { name: 'On for everybody, where the user is in the segment “Beta testers”.' })
    .waitFor()

  const answer = await fetch(`${url}/api/admin/segments`, { headers: { authorization: ADMIN_TOKEN } })
  expect(await answer.json()).toMatchObject({
    segments: [
      {
        name: 'Beta testers',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7', '42'] }],
        usedInFeatures: 1,
      },
    ],
  })
  expect(complaints).toEqual([])
})

it('defines a context field, which constraints then offer', async () => {
  const { page, complaints } = stage.desktop
  expect(await call('POST', '/features', { name: 'by-country' })).toBe(201)
  await openBySidebar(page, 'Context fields')
  await page.getByRole('button', { name: 'New context field' }).click()
  await page.getByLabel('Name', { exact: true }).fill('country')
  await page.getByRole('button', { name: 'Add value' }).click()
  await page.getByLabel('Value 1', { exact: true }).fill('NO')
  await page.getByLabel('Description of value 1').fill('Norway')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('Legal values, one per line').fill('SE: Sweden')
  await page.getByRole('button', { name: 'Add 1 from the list' }).click()
  await page.getByRole('button', { name: 'Create field' }).click()
  await page.getByRole('button', { name: 'Edit country' }).waitFor()

  await page.goto('app://halyard/index.html#/projects/default/features/by-country')
  const development = page.getByRole('region', { name: 'Environment development' })
  await development.getByRole('button', { name: 'Add strategy' }).click()
  await page.getByRole('button', { name: 'Add constraint' }).click()
  await chooseOption(page.getByLabel('Context field'), 'country')
  const values = page.getByLabel('Values', { exact: true })
  await values.fill('DE,')
  const save = page.getByRole('dialog').getByRole('button', { name: 'Add strategy' })
  await page.getByRole('alert').getByText('“DE” is not a legal value of country.').waitFor()
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Remove DE' }).click()
  await chooseOption(values, 'NO')
  await save.click()
  await development.getByRole('listitem', { name: 'On for everybody, where country is one of NO.' }).waitFor()
  expect(complaints).toEqual([])
})

it('gives the page nothing but its channel', async () => {
  const { app, page } = stage.desktop
  const seen = await page.evaluate(() => ({
    origin: location.origin,
    globals: [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')],
    bridge: Object.keys(Reflect.get(globalThis, 'halyard') as object).sort(),
    desktop: Object.keys(Reflect.get(globalThis, 'halyardDesktop') as object).sort(),
  }))
  expect(seen).toEqual({
    origin: 'app://halyard',
    globals: ['undefined', 'undefined'],
    bridge: ['onMessage', 'send'],
    desktop: ['onMessage', 'send'],
  })
  // public, but not in Electron's types
  type Inspectable = { webContents: { getLastWebPreferences(): unknown } }
  const preferences = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) =>
      (window as unknown as Inspectable).webContents.getLastWebPreferences(),
    ),
  )
  expect(preferences).toEqual([
    expect.objectContaining({
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      webSecurity: true,
    }),
  ])
})

it('stays on its own pages, and answers no other', async () => {
  const { app, page } = stage.desktop
  // a message of a foreign page in a window with our preload gets no answer
  const answer = await app.evaluate(async ({ BrowserWindow }, preload) => {
    const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
    await other.loadURL('data:text/html,<title>other</title>')
    const result: unknown = await other.webContents.executeJavaScript(`new Promise((resolve) => {
      halyard.onMessage(() => resolve('answered'))
      halyard.send({ id: 1, kind: 'call', type: 'query', path: 'status', input: undefined })
      setTimeout(() => resolve('silence'), 500)
    })`)
    other.destroy()
    return result
  }, `${root}/out/preload/index.cjs`)
  expect(answer).toBe('silence')

  await page.evaluate(() => window.open('http://127.0.0.1:1/'))
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  // checked in the main process, because Playwright waits for the rejected navigation
  const urls = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window: BrowserWindow) => window.webContents.getURL()),
  )
  expect(urls).toEqual([expect.stringMatching(/^app:\/\/halyard\/index\.html/)])
})

it('a second start brings the window to the front, and starts nothing', async () => {
  const { app } = stage.desktop
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  const electron = await app.evaluate(() => process.execPath)
  const second = new Program(electron, [root, '--no-sandbox', `--data-dir=${stage.folder}`, '--port=0'])
  expect(await second.ends()).toBe(0)
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.isMinimized())),
    )
    .toEqual([false])
})
