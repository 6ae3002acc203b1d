import '#support/runner/own-display.ts'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readOnlyRefusal } from '#shared/desktop/safe-mode.ts'
import { FLAG_VARIANTS_ENDED, NOT_IN_EDITION, NOT_OFFERED } from '#shared/versions/rules/offered-elsewhere.ts'
import { takePicture } from '#support/window/page.ts'
import { describeOriginals } from './support/originals.ts'
import { allowChanges, startProfileWindow, type ProfileWindow } from './support/profile-window.ts'

const FLAG = '/projects/default/features/flag-002'

describeOriginals('the window', ({ version, original }) => {
  let window: ProfileWindow
  beforeAll(async () => {
    window = await startProfileWindow(original().url, original().seeded.pats.admin)
  })
  afterAll(() => window?.stop())

  const main = () => window.page.getByRole('main')
  const region = () => window.page.getByRole('region', { name: 'Environment development' })
  const toggle = () => window.page.getByRole('switch', { name: /^(Enable|Disable) flag-002 in development$/ })
  const isOn = async () => {
    const { body } = await original().call('GET', `/api/admin/projects/default/features/flag-002`)
    const { environments } = body as { environments: { name: string; enabled: boolean }[] }
    return environments.find(({ name }) => name === 'development')?.enabled
  }
  /** Reason that a greyed control gives to who reaches it. */
  const reasonOf = async (name: string, within = window.page.getByRole('navigation', { name: 'Main' })) => {
    const control = within.getByRole('link', { name, exact: true })
    expect(await control.getAttribute('aria-disabled')).toBe('true')
    const described = await control.getAttribute('aria-describedby')
    return window.page.locator(`#${described}`).textContent()
  }

  describe('while changes are off', () => {
    it('greys what the edition does not have, with the reason', async () => {
      await window.open('/admin/users')
      const access = window.page.getByRole('navigation', { name: 'Access' })
      expect(await reasonOf('Groups', access)).toBe(NOT_IN_EDITION)
      expect(await reasonOf('Change requests')).toBe(NOT_IN_EDITION)
      expect(await reasonOf('Signals')).toBe(NOT_OFFERED)
      // links of a Halyard, where there are no such pages
      for (const [path, reason] of [
        ['/past', NOT_OFFERED],
        ['/admin/groups', NOT_IN_EDITION],
      ] as const) {
        await window.open(path)
        await main().getByText(reason).waitFor()
      }
    })

    it('has no data folder on this computer', async () => {
      const item = () =>
        window.app.app.evaluate(({ Menu }) => {
          const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
          const found = items?.find(({ label }) => label.startsWith('Open data folder'))
          return [found?.label, found?.enabled]
        })
      await expect.poll(item).toEqual(['Open data folder (not on this computer)', false])
    })

    it('shows the tags of a flag, and greys variants of its own and its switch', async () => {
      const { page, open } = window
      await open('/projects/default/features/flag-000')
      const tags = page.getByRole('region', { name: 'Tags' })
      expect(await tags.getByText('team:checkout').count()).toBe(1)
      await region().getByRole('button', { name: 'Options of development' }).click()
      const variants = page.getByRole('menuitem', { name: 'Flag variants' })
      expect(await variants.getAttribute('aria-disabled')).toBe('true')
      await variants.hover()
      await page.getByText(FLAG_VARIANTS_ENDED).locator('visible=true').first().waitFor()
      await open(FLAG)
      await toggle().focus()
      await page.getByText(readOnlyRefusal('Real')).locator('visible=true').first().waitFor()
    })

    it('shows events of types that it does not know', async () => {
      await window.open('/events')
      await main().getByText('setting-created').first().waitFor()
    })
  })

  describe('once changes are allowed', () => {
    beforeAll(() => allowChanges(window))

    it('turns a flag on and off', async () => {
      await window.open(FLAG)
      const before = await isOn()
      await toggle().click()
      await expect.poll(isOn).toBe(!before)
    })

    it('stars a flag, and takes the star back', async () => {
      const { page, app, open } = window
      await open(FLAG)
      app.complaints.length = 0
      const star = page.getByRole('button', { name: 'Favourite flag-002' })
      for (const isStarred of ['true', 'false']) {
        await star.click()
        await expect.poll(() => star.getAttribute('aria-pressed')).toBe(isStarred)
      }
      expect(app.complaints).toEqual([])
    })

    it('adds a tag, and removes it', async () => {
      const { page, open } = window
      await open(FLAG)
      const tags = page.getByRole('region', { name: 'Tags' })
      await tags.getByRole('button', { name: 'Add tag' }).click()
      await tags.getByRole('combobox').last().fill('window')
      await tags.getByRole('button', { name: 'Add', exact: true }).click()
      const tag = tags.getByText('simple:window')
      await tag.waitFor()
      await takePicture(page, `real-${version}-tag-added`)
      await tags.getByRole('button', { name: /remove .*window/i }).click()
      await tag.waitFor({ state: 'detached' })
    })
  })

  it('searches as somebody types, within the rate that the service allows', async () => {
    const { page, app, traffic, open } = window
    await open('/features')
    traffic.exchanges.length = 0
    app.complaints.length = 0
    const field = page.getByPlaceholder('Name, description or tag')
    for (let n = 0; n < 20; n++) {
      await field.fill(`flag-0${n % 10}${n}`)
      // as long as the field waits for more
      await page.waitForTimeout(400)
    }
    await field.fill('flag-299')
    const row = page.getByRole('row', { name: /flag-299/ })
    if (!version.startsWith('7.')) {
      await page.getByText('The service allows 15 requests in 60 s.').waitFor()
      await takePicture(page, `real-${version}-pause`)
    }
    await row.waitFor()
    expect(await page.getByRole('alert').allTextContents()).toEqual([])
    expect(traffic.exchanges.filter(({ status }) => status >= 400 && status !== 429)).toEqual([])
    expect(app.complaints).toEqual([])
  })
})
