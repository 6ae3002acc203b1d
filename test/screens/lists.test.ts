import { readFileSync } from 'node:fs'

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { expectAccessible } from '#support/window/browser.ts'
import { chooseFilter, chooseOption } from '#support/window/choose-option.ts'
import { takePicture } from '#support/window/page.ts'
import { useSampleInstance } from './shoot-screens.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'

const instance = useSampleInstance()
const MANY = 120

async function openPage(path: string): Promise<Page> {
  const { service, browser, session } = instance()
  const context = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(`${service.url}/#${path}`)
  return page
}
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

it('the filters, the order and the page of a list are there again after going back and a reload', async () => {
  const page = await openPage('/features')
  await chooseFilter(page, 'Tag', 'team:checkout')
  await page.getByText('1 flag', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('check')
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  const address = page.url()
  expect(new URLSearchParams(address.split('?')[1]).get('tag')).toBe('team:checkout')
  await page.getByRole('link', { name: 'checkout-redesign' }).click()
  await page.getByRole('heading', { name: 'checkout-redesign' }).waitFor()
  await page.goBack()
  await page.getByText('1 flag', { exact: true }).waitFor()
  expect(page.url()).toBe(address)
  await page.reload()
  await page.getByText('1 flag', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('searchbox', { name: 'Search flags' }).inputValue()).toBe('check')
  const type = page.getByRole('columnheader', { name: 'Type' })
  await expect.poll(() => type.getAttribute('aria-sort')).toBe('ascending')
  await takePicture(page, 'list-filter-chips')
  await page.getByRole('button', { name: 'Remove the filter Tag' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Remove the filter Tag' }).waitFor()
  await page.context().close()
})

it('select all takes all flags that match, and a bulk act reaches every one of them', async () => {
  const page = await openPage('/features')
  const { service } = instance()
  const admin = `${service.url}/api/admin`
  await Promise.all(
    Array.from({ length: MANY }, (_, index) =>
      page.request.post(`${admin}/projects/${index % 2 === 0 ? 'default' : 'mobile'}/features`, {
        data: { name: `bulk-${index}` },
      }),
    ),
  )
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('bulk-')
  await page.getByText(`${MANY} flags`, { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all of Flags' }).click()
  await status(page, `All ${MANY} flags that match are selected, in 2 projects`)
  await takePicture(page, 'list-all-selected')
  await expectAccessible(page, 'list-all-selected')
  await page.getByRole('button', { name: 'Mark stale' }).click()
  await page.getByText(`${MANY} flags marked as stale`).waitFor()
  const found = await page.request.get(`${admin}/search/features?query=bulk-&state=IS:stale`)
  expect(((await found.json()) as { total: number }).total).toBe(MANY)
  await page.getByRole('button', { name: 'Last page' }).click()
  await page.getByRole('link', { name: 'bulk-99', exact: true }).waitFor()
  await page.context().close()
})

it('selected flags are moved together, what is refused is told by flag, and all come back by one undo', async () => {
  const page = await openPage('/features')
  const { service } = instance()
  for (const [projectId, name] of [
    ['pricing', 'moved-a'],
    ['pricing', 'moved-b'],
    // its environments are others
    ['default', 'moved-not'],
  ] as const)
    await service.call(createFeature, { params: { projectId }, body: { name } })
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('moved-')
  await status(page, '3 flags')
  await page.getByRole('checkbox', { name: 'Select all of Flags' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Move', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), 'Mobile')
  await dialog.getByRole('button', { name: 'Move 3 flags' }).click()
  // ten seconds, which a busy machine needs for axe: it stays while the mouse is on it
  await page.getByText('2 flags are now in mobile').hover()
  await dialog.getByText(/^moved-not: ./).waitFor()
  await takePicture(page, 'list-bulk-move')
  await expectAccessible(page, 'list-bulk-move')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await status(page, '1 selected')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: 2 flags are now in mobile').waitFor()
  const found = await page.request.get(
    `${service.url}/api/admin/search/features?query=moved-&project=IS:pricing`,
  )
  expect(((await found.json()) as { total: number }).total).toBe(2)
  await page.context().close()
})

it('a table is saved as CSV with all rows that match and the columns shown', async () => {
  const page = await openPage('/features?q=bulk-')
  await page.getByText(`${MANY} flags`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Table options of Flags' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Stage' }).click()
  await takePicture(page, 'list-table-options')
  await expectAccessible(page, 'list-table-options')
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('flags.csv')
  const [head, ...rows] = readFileSync(await saved.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toMatch(/^Flag,Project,Type,Tags,/)
  expect(head).not.toContain('Stage')
  expect(rows).toHaveLength(MANY)
  await page.reload()
  await page.getByText(`${MANY} flags`, { exact: true }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Stage' }).count()).toBe(0)
  await page.context().close()
})

it('a flag is acted on from its row, by pointer and by keyboard, and the list stays', async () => {
  const page = await openPage('/features')
  const { service } = instance()
  await service.call(createFeature, { params: { projectId: 'pricing' }, body: { name: 'in-a-row' } })
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('in-a-row')
  await status(page, '1 flag')
  const dots = page.getByRole('button', { name: 'Actions of in-a-row' })
  const opacity = () => dots.evaluate((one) => getComputedStyle(one).opacity)
  await page.getByRole('searchbox', { name: 'Search flags' }).hover()
  expect(await opacity()).toBe('0')
  await page.getByRole('row', { name: 'in-a-row' }).hover()
  expect(await opacity()).toBe('1')
  await dots.click()
  await page.getByRole('menuitem', { name: 'Mark stale' }).click()
  await page.getByText('in-a-row marked as stale').waitFor()
  await page.getByRole('row', { name: 'in-a-row' }).getByText('stale').waitFor()
  await page.getByRole('button', { name: 'Table options of Flags' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Copy name' }).waitFor()
  await takePicture(page, 'list-row-menu')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move in-a-row' })
  await chooseOption(dialog.getByRole('combobox', { name: 'Project' }), 'Mobile')
  await dialog.getByRole('button', { name: 'Move flag' }).click()
  await page.getByText('in-a-row is now in mobile').waitFor()
  await page.getByRole('row', { name: 'in-a-row' }).getByRole('link', { name: 'Mobile' }).waitFor()
  await page.getByRole('row', { name: 'in-a-row' }).hover()
  await dots.click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive flag' }).click()
  await page.getByText('No matching flags.').waitFor()
  await page.context().close()
})

it('flags are shown by name as a tree, and a folder is selected with all that is in it', async () => {
  const page = await openPage('/features')
  const { service } = instance()
  for (const name of ['tree.cart.new', 'tree.cart.old', 'tree.menu'])
    await service.call(createFeature, { params: { projectId: 'pricing' }, body: { name } })
  await page.getByRole('searchbox', { name: 'Search flags' }).fill('tree.')
  await status(page, '3 flags')
  await page.getByRole('button', { name: 'Table options of Flags' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'By name as a tree' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'tree. 3 flags' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select folder tree.cart.' }).check()
  await status(page, '2 selected')
  await page.getByRole('link', { name: 'tree.cart.old' }).waitFor()
  await takePicture(page, 'list-tree')
  await expectAccessible(page, 'list-tree')
  await page.getByRole('button', { name: 'Table options of Flags' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'tree.cart.old' }).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'tree. 3 flags' }).waitFor()
  await page.context().close()
})

it('a project whose flags are not archived says so in the menu of its row', async () => {
  const page = await openPage('/projects')
  await page.getByRole('row', { name: 'Mobile' }).hover()
  await page.getByRole('button', { name: 'Actions of Mobile' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('menuitem', { name: 'Archive' }).getAttribute('aria-disabled')).toBe('true')
  await remove.hover()
  await page
    .locator('[popover]')
    .getByText(/^It has \d+ flags? that (is|are) not archived\.$/)
    .waitFor()
  await expectAccessible(page, 'list-project-menu')
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.waitForURL(/projects\/mobile\/settings/)
  await page.context().close()
})

it('a column is made wider with the keyboard, and stays so', async () => {
  const page = await openPage('/features')
  await page.getByRole('link', { name: 'beta-banner' }).waitFor()
  const grip = page.getByRole('separator', { name: 'Width of Project' })
  const before = Number(await grip.getAttribute('aria-valuenow'))
  await grip.focus()
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
  const width = async () => Number(await grip.getAttribute('aria-valuenow'))
  await expect.poll(width).toBe(before + 48)
  await page.reload()
  await expect.poll(width).toBe(before + 48)
  await page.context().close()
})

it('a flag is created with tags from the list of all flags, by the rule of its project', async () => {
  const page = await openPage('/features')
  const { service } = instance()
  await page.getByRole('button', { name: 'New flag' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Project' }).fill('mob')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name', { exact: true }).fill('tagged-at-birth')
  await dialog.getByLabel('Tags').fill('team:checkout')
  await page.keyboard.press('Enter')
  await takePicture(page, 'list-new-flag')
  await expectAccessible(page, 'list-new-flag')
  await dialog.getByRole('button', { name: 'Create flag' }).click()
  await page.getByRole('heading', { name: 'tagged-at-birth' }).waitFor()
  expect(page.url()).toContain('/projects/mobile/features/tagged-at-birth')
  const flag = await page.request.get(`${service.url}/api/admin/features/tagged-at-birth/tags`)
  expect(((await flag.json()) as { tags: unknown[] }).tags).toMatchObject([
    { type: 'team', value: 'checkout' },
  ])
  await page.context().close()
})

it('the event log is filtered by type and user, and the route keeps it', async () => {
  const page = await openPage('/events')
  await chooseFilter(page, 'Type', 'Flag created')
  await chooseFilter(page, 'User', 'admin')
  await page.getByRole('button', { name: 'Remove the filter User' }).click()
  await page.getByRole('table', { name: 'Events' }).waitFor()
  await takePicture(page, 'list-events-filtered')
  await expectAccessible(page, 'list-events-filtered')
  await page.reload()
  await page.getByRole('button', { name: 'Remove the filter Type' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export JSON' }).click()
  const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
    events: { type: string }[]
  }
  expect(new Set(saved.events.map(({ type }) => type))).toEqual(new Set(['feature-created']))
  await page.context().close()
})

it('the event log, impressions and signals are listed oldest first by their column When', async () => {
  const page = await openPage('/events')
  const when = page.getByRole('columnheader', { name: 'When' })
  const firstTime = () => page.locator('tbody tr').first().locator('time').getAttribute('datetime')
  const newest = await firstTime()
  await expect.poll(() => when.getAttribute('aria-sort')).toBe('descending')
  await when.getByRole('button', { name: 'When' }).click()
  await expect.poll(firstTime).not.toBe(newest)
  expect(Date.parse((await firstTime()) ?? '')).toBeLessThan(Date.parse(newest ?? ''))
  await expect.poll(() => when.getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Flag created' }).waitFor()
  await expectAccessible(page, 'list-filter-open')
  await takePicture(page, 'list-events-oldest-first')
  for (const path of ['/impressions', '/signals/view/all']) {
    await page.goto(`${instance().service.url}/#${path}`)
    const rows = page.locator('tbody tr')
    await rows.locator('time').nth(1).waitFor()
    const newestFirst = await rows.allInnerTexts()
    await when.getByRole('button', { name: 'When' }).click()
    await expect.poll(() => rows.allInnerTexts()).toEqual([...newestFirst].reverse())
    await takePicture(page, `list-oldest-first-${path.split('/')[1]}`)
  }
  await page.context().close()
})

it('projects, tokens and tags are searched where there are more than twenty', async () => {
  const { service } = instance()
  for (let index = 0; index < 22; index += 1) {
    const name = `Shop ${String(index).padStart(2, '0')}`
    await service.call(createProject, { body: { id: `shop-${index}`, name } })
    await service.call(createApiToken, {
      body: {
        tokenName: `backend-${index}`,
        type: 'backend',
        environment: 'development',
        projects: ['default'],
      },
    })
  }
  const page = await openPage('/')
  // a plain select until the projects are read
  const lookedAt = page.getByRole('combobox', { name: 'Project' }).and(page.getByPlaceholder(/./))
  await chooseOption(lookedAt, 'Shop 17')
  await page.getByRole('region', { name: 'Project at a glance' }).getByText('no flags').waitFor()
  await lookedAt.click()
  await takePicture(page, 'long-list-home')
  await expectAccessible(page, 'long-list-home')

  await page.goto(`${service.url}/#/features`)
  await chooseFilter(page, 'Project', 'Mobile')
  await page.getByRole('button', { name: 'Remove the filter Project' }).waitFor()
  expect(page.url()).toContain('project=mobile')
  await takePicture(page, 'long-list-flags')
  await expectAccessible(page, 'long-list-flags')
  await page.getByRole('checkbox', { name: 'Select all of Flags' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type', { exact: true }).selectOption('team')
  await dialog.getByLabel('Tag', { exact: true }).click()
  await dialog.getByRole('option', { name: 'checkout' }).waitFor()
  await takePicture(page, 'long-list-bulk-tag')
  await page.context().close()

  const flag = await openPage('/projects/default/features/checkout-redesign')
  await flag.getByRole('button', { name: 'Code', exact: true }).click()
  const token = flag.getByRole('dialog').getByRole('combobox', { name: 'API token' })
  await chooseOption(token, 'backend-13')
  await token.click()
  await takePicture(flag, 'long-list-token')
  await expectAccessible(flag, 'long-list-token')
  await flag.context().close()
})
