import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import type { RpcRequest, RpcResponse } from '#shared/rpc/ipc-protocol.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { useDesktopApp } from '#support/window/desktop-app.ts'
import { offeredControls } from '#support/window/offered-controls.ts'
import { documentOverflow, takePicture, takesPictures } from '#support/window/page.ts'
import { ADMIN_TOKEN } from '#support/service/service.ts'
import { settle } from '#support/window/window-routes.ts'

const stage = useDesktopApp({ env: { INIT_ADMIN_API_TOKENS: ADMIN_TOKEN } })

const SIZES = takesPictures
  ? ([
      [1280, 800],
      [900, 600],
      [1920, 1080],
    ] as const)
  : ([[900, 600]] as const)

const PAGES_WITH_CONTROLS = [
  '/projects/default',
  '/projects/default/settings',
  '/projects/default/features/checkout',
  '/segments',
  '/api-tokens',
  '/admin/roles',
  '/admin/users',
  '/admin/environments',
  '/profile',
]
/** Controls that change something, by role and verb. */
const CHANGES =
  /^(switch|menuitem)|^checkbox: (?!Select)|^button: (New|Add|Edit|Delete|Archive|Create|Save|Change|Favourite\b)/

/** Takes pictures of the window in both themes, and checks what a theme or a width can break. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await stage.desktop.app.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
      [width, height] as [number, number],
    )
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await takePicture(page, `safe-mode-${name}-${colorScheme}-${width}`)
      if (width === 900) await expectAccessible(page, `${name} ${colorScheme}`)
    }
    await expect.poll(() => documentOverflow(page)).toEqual({ x: 0, y: 0 })
  }
}

const bar = (page: Page) => page.getByRole('region', { name: 'Safe mode' })
const go = (page: Page, path: string) => page.evaluate((at) => (location.hash = at), `#${path}`)
const titles = () =>
  stage.desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.getTitle()),
  )

/** Sets the safe mode of a profile in the list, and leaves the dialog open if that is refused. */
async function setSafeMode(page: Page, name: string, mode: string, minutes?: string): Promise<void> {
  await go(page, '/profiles')
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` })
  await dialog.getByLabel('Colour').selectOption('red')
  await dialog.getByLabel('Safe mode').selectOption({ label: mode })
  if (minutes !== undefined) await dialog.getByLabel('Idle minutes').fill(minutes)
  await look(page, 'settings')
  await dialog.getByRole('button', { name: 'Save' }).click()
}

/** Asks by the bridge of a page, as a page would that does not keep to what is greyed. */
const askBy = (page: Page, path: string, type: 'query' | 'mutation', input: object) =>
  page.evaluate(
    ([at, kind, body]) =>
      new Promise<RpcResponse>((resolve) => {
        const bridge = (
          globalThis as unknown as {
            halyard: {
              send: (message: RpcRequest) => void
              onMessage: (listener: (message: RpcResponse) => void) => () => void
            }
          }
        ).halyard
        const stop = bridge.onMessage((message) => {
          if (message.id !== 987_654) return
          stop()
          resolve(message)
        })
        bridge.send({ kind: 'call', id: 987_654, path: at, type: kind, input: body })
      }),
    [path, type, input] as const,
  )

async function createFlag(name: string): Promise<number> {
  const { status } = await fetch(`${stage.desktop.url}/api/admin/projects/default/features`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  return status
}

it('production is read-only in its window until its name is typed, and again after a start', async () => {
  const { page } = stage.desktop
  expect(await createFlag('checkout')).toBe(201)
  await setSafeMode(page, 'Halyard', 'On, as production')
  await bar(page).getByText('Read-only', { exact: true }).waitFor()
  await expect.poll(titles).toEqual(['Instances - Halyard (production) - Halyard'])
  await page.getByRole('row', { name: /Halyard.*production.*read-only/ }).waitFor()
  await look(page, 'profiles')

  // greyed with the reason, refused whoever asks, and open to SDKs and scripts all the same
  await go(page, '/projects/default/features/checkout')
  const toggle = page.getByRole('switch', { name: 'Enable checkout in development' })
  await toggle.focus()
  await page
    .getByText(/^Halyard is read-only: its safe mode is on\./)
    .locator('visible=true')
    .first()
    .waitFor()
  await page.keyboard.press('Space')
  expect(await toggle.getAttribute('aria-checked')).toBe('false')
  await look(page, 'read-only')
  await page.keyboard.press('Escape')
  const input = { params: { projectId: 'default' }, body: { name: 'by-the-bridge' } }
  for (const type of ['mutation', 'query'] as const)
    expect(await askBy(page, 'createFeature', type, input)).toMatchObject({
      error: { data: { httpStatus: 403 } },
    })
  expect(await createFlag('by-http')).toBe(201)

  const offered: Record<string, string[]> = {}
  for (const path of PAGES_WITH_CONTROLS) {
    await go(page, path)
    await settle(page)
    const controls = await offeredControls(page)
    offered[path] = controls.filter((one) => CHANGES.test(one))
  }
  expect(offered).toEqual(Object.fromEntries(PAGES_WITH_CONTROLS.map((path) => [path, []])))
  await go(page, '/projects/default/features/checkout')
  await toggle.waitFor()

  // by keyboard alone
  await bar(page).getByRole('button', { name: 'Allow changes' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Allow changes to Halyard?' })
  await dialog.getByLabel('Type Halyard to confirm').waitFor()
  await page.keyboard.type('halyard')
  expect(await dialog.getByRole('button', { name: 'Allow changes' }).isDisabled()).toBe(true)
  await look(page, 'question')
  await dialog.getByLabel('Type Halyard to confirm').fill('Halyard')
  await page.keyboard.press('Enter')
  await bar(page).getByText('Changes are allowed').waitFor()
  await bar(page).getByText('Read-only again in 15 min').waitFor()
  await toggle.click()
  await page.getByRole('switch', { name: 'Disable checkout in development' }).waitFor()
  await look(page, 'allowed')

  // what was allowed a moment ago is undone only while changes are
  await page.getByRole('switch', { name: 'Disable checkout in development' }).click()
  await toggle.waitFor()
  await bar(page).getByRole('button', { name: 'Lock now' }).click()
  await bar(page).getByText('Read-only', { exact: true }).waitFor()
  await page.getByRole('main').focus()
  await page.keyboard.press('Control+z')
  await page.getByText("Couldn't enable checkout in development").first().waitFor()
  await look(page, 'undo-refused')
  await toggle.waitFor()

  // less protection needs a permission, too
  await setSafeMode(page, 'Halyard', 'Off')
  await page.getByText('Halyard is read-only. Allow changes first, to protect it less.').waitFor()
  await look(page, 'settings-refused')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // by the palette
  const run = async (command: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(command)
    await page.getByRole('option', { name: command }).first().waitFor()
    await page.keyboard.press('Enter')
  }
  await run('Allow changes')
  await dialog.getByLabel('Type Halyard to confirm').fill('Halyard')
  await page.keyboard.press('Enter')
  await bar(page).getByText('Changes are allowed').waitFor()
  await run('Make this window read-only')
  await bar(page).getByText('Read-only', { exact: true }).waitFor()
  await run('Allow changes')
  await dialog.getByLabel('Type Halyard to confirm').fill('Halyard')
  await page.keyboard.press('Enter')
  await bar(page).getByText('Changes are allowed').waitFor()
  expect(stage.desktop.complaints).toEqual([])

  await stage.desktop.close()
  const again = await stage.start()
  await bar(again.page).getByText('Read-only', { exact: true }).waitFor()
  await expect.poll(titles).toEqual(['Instances - Halyard (production) - Halyard'])
})

// the shortest pause that one can set
it('a window is read-only again when nobody does anything for its minutes; a key counts', async () => {
  const { page } = stage.desktop
  await setSafeMode(page, 'Halyard', 'On', '1')
  await bar(page).getByText('Read-only', { exact: true }).waitFor()
  await go(page, '/')
  await page.getByRole('button', { name: 'Instance: Halyard' }).click()
  await look(page, 'on')
  await page.keyboard.press('Escape')
  await bar(page).getByRole('button', { name: 'Allow changes' }).click()
  await page.getByLabel('Type Halyard to confirm').fill('Halyard')
  await page.getByRole('button', { name: 'Allow changes' }).last().click()
  const left = async () => Number(/in (\d+) s/.exec((await bar(page).textContent()) ?? '')?.[1] ?? Number.NaN)
  await expect.poll(left).toBeLessThan(45)
  await page.keyboard.press('Shift')
  await expect.poll(left).toBeGreaterThan(50)
  await look(page, 'idle')
  await bar(page).getByText('Read-only', { exact: true }).waitFor()
  const { error } = (await askBy(page, 'createFeature', 'mutation', {})) as { error: { message: string } }
  expect(error.message).toMatch(/^Halyard is read-only/)
})
