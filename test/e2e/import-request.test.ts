import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { useApprovals } from '#support/stages/approval-stage.ts'
import { takePicture } from '#support/window/page.ts'
import { getPendingChangeRequests } from '#shared/changes/contract/change-requests.ts'

const stage = useApprovals([
  { username: 'root', roles: ['Admin'] },
  { username: 'mel', roles: ['Viewer', 'Owner'] },
])

async function openWizard(username: string): Promise<Page> {
  const { page } = await stage.signedIn(username)
  await page.goto(`${stage.url}/#/projects/default`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Import/ }).click()
  await page.getByRole('dialog').getByLabel('Environment').selectOption('production')
  return page
}

/** Drops a file onto the page, as from another program. */
const drop = (page: Page, name: string, text: string) =>
  page.evaluate(
    ([fileName, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], fileName))
      const target = document.querySelector('h1') ?? document.body
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )

/** 120 flags: more than go into one part of a file. */
const names = Array.from({ length: 120 }, (_, index) => `imported-${index}`)
const FILE = {
  name: 'flags.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      features: names.map((name) => ({ name })),
      featureStrategies: names.map((featureName) => ({ name: 'default', featureName })),
      featureEnvironments: names.map((featureName) => ({ featureName, enabled: true })),
      tagTypes: [],
    }),
  ),
}

it('an import where changes need approval becomes one change request, which the window says and opens', async () => {
  const page = await openWizard('mel')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^This environment needs approval: strategies, variants/).waitFor()
  await dialog.getByLabel('File', { exact: true }).setInputFiles(FILE)
  await dialog.getByRole('button', { name: 'Preview import' }).click()
  await dialog.getByText('120 new.').waitFor()
  await takePicture(page, 'import-as-request')
  await dialog.getByRole('button', { name: 'Request import of 120 flags' }).click()
  await page.getByText(/^240 changes of 120 flags added to “Change request #/).waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Send to review' }).waitFor()
  await takePicture(page, 'import-request')
  const { body } = await stage.app.call(getPendingChangeRequests, {
    params: { projectId: 'default' },
    as: 'mel',
  })
  expect(body.map(({ features }) => features.length)).toEqual([120])
  await page.context().close()
})

it('an Admin is told that an import takes effect at once, and can request it instead', async () => {
  const page = await openWizard('root')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Change requests are on in production. This change takes effect at once.').waitFor()
  await dialog.getByRole('button', { name: 'Request instead' }).click()
  await dialog.getByLabel('File', { exact: true }).setInputFiles(FILE)
  await dialog.getByRole('button', { name: 'Preview import' }).click()
  await dialog.getByRole('button', { name: 'Request import of 120 flags' }).click()
  await page.getByText(/^240 changes of 120 flags added/).waitFor()
  const { body } = await stage.app.call(getPendingChangeRequests, {
    params: { projectId: 'default' },
    as: 'root',
  })
  expect(body).toHaveLength(1)

  // a file that is dropped anywhere is taken to the page that imports it
  await drop(page, 'flags.json', FILE.buffer.toString())
  await page.getByRole('dialog', { name: 'Import flags' }).getByText('120 flags in flags.json.').waitFor()
  await page.keyboard.press('Escape')
  await drop(page, 'team.yaml', 'scenario: 1\ntagTypes:\n  - { name: team, description: Team }\n')
  await page.getByRole('heading', { name: 'Scenario' }).waitFor()
  await page.getByText('Read from team.yaml.').waitFor()
  await page.getByRole('button', { name: 'Apply file', disabled: false }).waitFor()
  await drop(page, 'holiday.png', 'no import')
  await page.getByText('It is neither a scenario nor an export of flags.').waitFor()
  await page.context().close()
})
