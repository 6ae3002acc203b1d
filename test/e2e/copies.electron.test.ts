import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { updateFeature } from '#shared/flags/contract/features.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { useDesktopApp } from '#support/window/desktop-app.ts'
import { takePicture } from '#support/window/page.ts'
import { apply } from '#support/stages/promotion-stage.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const FLAGS = `
scenario: 1
users: [{ username: ann, name: Ann, rootRole: Editor }]
segments: [{ name: nordic, constraints: [{ contextName: country, operator: IN, values: ['NO'] }] }]
contextFields: [{ name: country }]
flags:
  - name: checkout
    description: The new checkout
    environments:
      development: { enabled: true, strategies: [{ name: flexibleRollout, parameters: { rollout: 50 }, segments: [nordic] }] }
  - { name: retired, archived: true }
`
const stage = useDesktopApp()
let there: TestBackend
let url: string
let token: string
beforeAll(async () => {
  there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
  await apply(there, FLAGS)
  url = await there.backend.listen('auto')
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  token = (await requireSuccess(there.call(createPat, { as: 'boss', body }))).body.secret
})
afterAll(() => there.stop())

async function toProfiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Manage instances' }).click()
  await page.getByRole('heading', { name: 'Instances' }).waitFor()
}
async function choose(page: Page, profile: string, item: string): Promise<void> {
  await page
    .getByRole('row', { name: new RegExp(profile) })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

it('an instance elsewhere is copied to this computer, brought up to date, and rehearses its upgrade', async () => {
  const { page } = stage.desktop
  await toProfiles(page)
  await page.getByRole('button', { name: 'Add instance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind').selectOption('original')
  await dialog.getByLabel('Name', { exact: true }).fill('Live')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByLabel('Token').fill(token)
  await dialog.getByRole('button', { name: 'Add instance' }).click()
  await page.getByRole('cell', { name: 'Live', exact: true }).waitFor()

  await choose(page, 'Live', 'Copy to this computer')
  await page.getByLabel('Name of the copy').waitFor()
  await takePicture(page, 'copy-start')
  await page.getByRole('button', { name: 'Copy to this computer' }).click()
  await page.getByRole('progressbar', { name: 'Progress of the copy' }).waitFor()
  await takePicture(page, 'copy-progress')
  await page.getByText('Copy of Live is whole.').waitFor()
  await page.getByText('same answers').waitFor()
  await page.getByText('Passwords of 3 users').waitFor()
  await expectAccessible(page, 'a copy that is done', { within: 'page' })
  await takePicture(page, 'copy-done')

  await page.getByRole('button', { name: 'Rehearse my upgrade' }).click()
  await page.getByText('Your upgrade from 7.6.5 to 8.2.0').waitFor()
  await takePicture(page, 'copy-rehearsal')

  // both sides change the same flag
  const params = { projectId: 'default', featureName: 'checkout' }
  await requireSuccess(there.call(updateFeature, { params, body: { description: 'Changed there' } }))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Instance: Copy of Live' }).waitFor()
  await page.evaluate(() => (window.location.hash = '#/projects/default/features/checkout'))
  await page.getByText('The new checkout').first().waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Description').fill('Changed here')
  await editor.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Changed here').first().waitFor()

  await toProfiles(page)
  await choose(page, 'Copy of Live', 'Update from Live')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await page.getByText('both changed it').waitFor()
  await expectAccessible(page, 'decisions of an update', { within: 'page' })
  await takePicture(page, 'copy-conflict')
  await page.getByLabel('description of flag checkout').selectOption('theirs')
  await page.getByRole('button', { name: 'Update copy' }).click()
  await page.getByText('Copy of Live is up to date.').waitFor()
  await page.getByLabel('Contexts').fill('userId=7 country=NO\nuserId=8')
  await page.getByRole('button', { name: 'Compare answers for 2 contexts' }).click()
  await page.getByText('4 of 4 answers are equal: 1 flag, 2 contexts').waitFor()
  await takePicture(page, 'copy-known')
  expect(stage.desktop.complaints).toEqual([])
})
