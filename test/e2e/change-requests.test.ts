import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { useApprovals } from '#support/stages/approval-stage.ts'
import { addProject } from '#support/stages/projects.ts'
import { BACKEND_PRODUCTION } from '#support/service/start-backend.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getChangeRequests, getPendingChangeRequests } from '#shared/changes/contract/change-requests.ts'
import { updateFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { getProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { archiveProject } from '#shared/projects/contract/project-lifecycle.ts'

const inProduction = (permission: 'APPROVE_CHANGE_REQUEST' | 'APPLY_CHANGE_REQUEST') => ({
  permission,
  environment: 'production',
})
const MINUTE = 60_000

// the service in this process: its clock is the test's
const stage = useApprovals([
  { username: 'root', roles: ['Admin'] },
  { username: 'mel', roles: ['Viewer', 'Member'] },
  { username: 'olga', roles: ['Viewer', 'Owner'] },
  {
    username: 'rita',
    roles: ['Viewer'],
    permissions: [inProduction('APPROVE_CHANGE_REQUEST'), inProduction('APPLY_CHANGE_REQUEST')],
  },
])

const signedIn = (username: string) => stage.signedIn(username)
const enabledForSdks = async (flag: string) => {
  const { body } = await stage.app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION })
  const { features } = body as { features: { name: string; enabled: boolean; strategies: unknown[] }[] }
  return features.find((one) => one.name === flag)
}

it('what a Member asks for is approved by another, scheduled, and applied when its time has come', async () => {
  await stage.requests.addFlag('dark-mode')
  const mel = await signedIn('mel')
  const dialog = mel.page.getByRole('dialog')
  await mel.page.goto(`${stage.url}/#/projects/default/features/dark-mode`)
  await mel.page.getByRole('switch', { name: 'Enable dark-mode in production' }).click()
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await mel.page.getByText(/^Added to your draft/).waitFor()
  // without change requests, the change is made directly
  await mel.page.getByRole('switch', { name: 'Enable dark-mode in development' }).click()
  await mel.page.getByRole('switch', { name: 'Disable dark-mode in development' }).waitFor()
  // the switch of production is unchanged, and the page says why
  await mel.page.getByRole('switch', { name: 'Enable dark-mode in production' }).waitFor()
  await mel.page
    .getByRole('region', { name: 'Environment production' })
    .getByRole('button', { name: 'Add strategy' })
    .click()
  await dialog.getByLabel('Rollout in percent').fill('25')
  await dialog.getByRole('button', { name: 'Add to change request' }).click()
  await dialog.waitFor({ state: 'detached' })
  await mel.page
    .getByRole('list', { name: 'Open change requests for this flag' })
    .getByRole('link', { name: /^Change request #/ })
    .click()

  await mel.page.getByRole('heading', { name: 'Turn on dark-mode in production' }).waitFor()
  await mel.page.getByRole('heading', { name: 'Add strategy Gradual rollout 25%' }).waitFor()
  await mel.page.getByRole('button', { name: 'Rename' }).click()
  await dialog.getByLabel('Title').fill('Dark mode for some')
  await dialog.getByRole('button', { name: 'Save title' }).click()
  await mel.page.getByRole('button', { name: 'Send to review' }).click()
  await dialog.getByLabel('Comment').fill('As we said.')
  await dialog.getByRole('button', { name: 'Send to review' }).click()
  await mel.page.getByText('As we said.').waitFor()
  await mel.page.getByText('Only for users who may approve change requests in production.').first().waitFor()
  expect(await mel.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true)
  stage.expectNoComplaints()
  await mel.context.close()

  const rita = await signedIn('rita')
  const asked = rita.page.getByRole('dialog')
  await rita.page.goto(`${stage.url}/#/projects/default`)
  await rita.page.getByRole('link', { name: 'Change requests 1 needs your attention' }).click()
  await rita.page.getByRole('link', { name: 'Dark mode for some' }).click()
  await rita.page.getByRole('button', { name: 'Compare' }).click()
  await rita.page.getByRole('row', { name: /^dark-mode off/ }).waitFor()
  await rita.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await asked.getByRole('button', { name: 'Approve', exact: true }).click()
  await rita.page.getByText('1 of 1 approval').waitFor()

  await rita.page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const at = new Date(Math.ceil(Date.now() / MINUTE) * MINUTE + 10 * MINUTE)
  await asked.getByLabel('Apply at').fill(localTime(at))
  await asked.getByRole('button', { name: 'Schedule', exact: true }).click()
  await asked.waitFor({ state: 'detached' })
  await rita.page.getByRole('button', { name: 'Reschedule' }).waitFor()
  await stage.app.backend.runJobs()
  expect(await enabledForSdks('dark-mode')).toMatchObject({ enabled: false })
  stage.app.clock.advance(at.getTime() - stage.app.clock.now().getTime())
  await stage.app.backend.runJobs()
  // an event refreshes the page
  await rita.page
    .getByRole('listitem')
    .filter({ hasText: /^Applied/ })
    .waitFor()
  expect(await enabledForSdks('dark-mode')).toMatchObject({
    enabled: true,
    strategies: [{ name: 'flexibleRollout', parameters: { rollout: '25' } }],
  })
  const [applied] = (await stage.app.call(getChangeRequests, { params: { projectId: 'default' } })).body
  expect(applied).toMatchObject({ title: 'Dark mode for some', state: 'Applied' })
  await rita.context.close()
})

it('a change that has come into conflict is shown, edited, and applied; a draft is taken apart', async () => {
  const flag = await stage.requests.addFlag('banner')
  const { id } = await stage.requests.addStrategy(flag, {
    name: 'flexibleRollout',
    parameters: { rollout: '10', stickiness: 'default', groupId: flag },
  })
  const payload = { id, name: 'flexibleRollout', parameters: { rollout: '20', groupId: flag } }
  const request = await stage.requests.add({ action: 'updateStrategy', feature: flag, payload }, 'mel')
  await stage.requests.add({ action: 'updateEnabled', feature: flag, payload: { enabled: true } }, 'mel')
  await stage.requests.move(request.id, 'In review', 'mel')
  await stage.requests.move(request.id, 'Approved', 'rita')
  await stage.app.call(updateFeatureStrategy, {
    params: { projectId: 'default', featureName: flag, environment: 'production', strategyId: id },
    body: { parameters: { rollout: '30', stickiness: 'default', groupId: flag } },
  })

  const { context, page } = await signedIn('mel')
  const dialog = page.getByRole('dialog')
  await page.goto(`${stage.url}/#/projects/default/change-requests/${request.id}`)
  await page.getByText('The strategy has been changed since.').waitFor()
  await page.getByText('Rollout 10% → 20%').waitFor()
  await page.getByRole('button', { name: /^Edit: Change strategy/ }).click()
  await dialog.getByLabel('Rollout in percent').fill('40')
  await dialog.getByRole('button', { name: 'Save change' }).click()
  await page.getByText('Rollout 30% → 40%').waitFor()
  // the approved request needs a new approval
  await page.getByText('0 of 1 approval').waitFor()
  await page.getByText('The strategy has been changed since.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove: Turn on banner in production' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Turn on banner in production' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  await page.getByText('"rollout": "40"').waitFor()

  await stage.requests.move(request.id, 'Approved', 'rita')
  await stage.requests.move(request.id, 'Applied', 'rita')
  await page
    .getByRole('listitem')
    .filter({ hasText: /^Applied/ })
    .waitFor()
  expect(await enabledForSdks(flag)).toMatchObject({
    enabled: false,
    strategies: [{ parameters: { rollout: '40' } }],
  })
  await context.close()
})

it('many flags are asked for at once', async () => {
  const names = [await stage.requests.addFlag('first'), await stage.requests.addFlag('second')]
  for (const name of names)
    await stage.app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: name, environment: 'production' },
    })
  const { context, page } = await signedIn('mel')
  await page.goto(`${stage.url}/#/projects/default`)
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('combobox', { name: 'Environment', exact: true }).selectOption('production')
  await page.getByRole('toolbar').getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to change request' }).click()
  await page.getByText(/^Added to your draft/).waitFor()
  const [draft] = (
    await stage.app.call(getPendingChangeRequests, { params: { projectId: 'default' }, as: 'mel' })
  ).body
  expect(draft?.features.map(({ name, changes }) => [name, changes[0]?.payload])).toEqual(
    names.map((name) => [name, { enabled: false }]),
  )
  await context.close()
})

it('whatever is changed where changes are requested goes into the draft', async () => {
  const flag = await stage.requests.addFlag('sidebar')
  await stage.requests.addFlag('theming')
  for (const title of ['First', 'Second']) await stage.requests.addStrategy(flag, { name: 'default', title })
  for (const name of ['Staff', 'Partners'])
    await stage.app.call(createSegment, { body: { name, project: 'default', constraints: [] } })
  const { context, page } = await signedIn('olga')
  const dialog = page.getByRole('dialog')
  const ask = async () => {
    await dialog.getByRole('button', { name: 'Add to change request' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.goto(`${stage.url}/#/projects/default/features/${flag}`)
  const production = page.getByRole('region', { name: 'Environment production' })
  const choose = async (menu: string, item: string) => {
    await production.getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Options of strategy 2', 'Move up')
  await page
    .getByText(/^Added to your draft/)
    .first()
    .waitFor()
  await choose('Options of strategy 1', 'Remove')
  await ask()
  await production.getByRole('button', { name: 'Edit strategy 2' }).click()
  await dialog.getByLabel('Title').fill('Second to none')
  await ask()
  await choose('Options of production', 'Flag variants')
  await dialog.getByRole('button', { name: 'Add variant' }).click()
  await ask()
  await page.getByRole('button', { name: 'Add parent' }).click()
  await chooseOption(dialog.getByLabel('Parent'), 'theming')
  await ask()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await ask()
  await page.goto(`${stage.url}/#/segments`)
  await page.getByRole('button', { name: 'Edit Staff' }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Colleagues')
  await ask()
  await page.getByRole('button', { name: 'Delete Partners' }).click()
  await ask()

  const pending = async () => {
    const [draft] = (
      await stage.app.call(getPendingChangeRequests, { params: { projectId: 'default' }, as: 'olga' })
    ).body
    return [...(draft?.features[0]?.changes ?? []), ...(draft?.segments ?? [])].map(({ action }) => action)
  }
  await expect
    .poll(pending)
    .toEqual([
      'reorderStrategy',
      'deleteStrategy',
      'updateStrategy',
      'patchVariant',
      'addDependency',
      'archiveFeature',
      'updateSegment',
      'deleteSegment',
    ])
  await context.close()
})

it('requests are turned on and off for an environment, told what is open there', async () => {
  const flag = await stage.requests.addFlag('footer')
  const { id } = await stage.requests.add({ action: 'archiveFeature', feature: flag }, 'mel')
  await stage.requests.move(id, 'In review', 'mel')
  const { context, page } = await signedIn('root')
  await page.goto(`${stage.url}/#/projects/default/settings/change-requests`)
  await page.getByRole('switch', { name: 'Turn on change requests in development', exact: true }).click()
  await page.getByLabel('Required approvals in development').selectOption('3')
  await expect
    .poll(
      async () =>
        (await stage.app.call(getProjectChangeRequestConfig, { params: { projectId: 'default' } })).body,
    )
    .toMatchObject([{ environment: 'development', requiredApprovals: 3 }, { requiredApprovals: 1 }])
  await page.getByRole('switch', { name: 'Turn off change requests in production' }).click()
  await page.getByRole('dialog').getByText('1 open request stays open').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off change requests' }).click()
  await page.getByRole('switch', { name: 'Turn on change requests in production', exact: true }).waitFor()
  await context.close()
})

it('a project is archived when its last flag is, and not before', async () => {
  await addProject(stage.app, 'shop', ['development'])
  for (const name of ['cart', 'wishlist'])
    await stage.app.call(createFeature, { params: { projectId: 'shop' }, body: { name } })
  const { context, page } = await signedIn('root')
  const dialog = page.getByRole('dialog')
  await page.goto(`${stage.url}/#/projects/shop/settings`)
  const standing = page.getByRole('list', { name: 'Flags that are not archived' })
  await standing.getByRole('link', { name: 'wishlist' }).waitFor()
  expect(await standing.getByRole('link').allInnerTexts()).toEqual(['cart', 'wishlist'])
  const button = page.getByRole('button', { name: 'Archive project' })
  expect(await button.isDisabled()).toBe(true)
  const archive = () => stage.app.call(archiveProject, { params: { projectId: 'shop' } })
  expect(await archive()).toMatchObject({ status: 403 })

  await standing.getByRole('link', { name: 'cart' }).click()
  await archiveShownFlag(page)
  await page.goto(`${stage.url}/#/projects/shop/settings`)
  await expect.poll(() => standing.getByRole('link').allInnerTexts()).toEqual(['wishlist'])
  expect(await button.isDisabled()).toBe(true)
  await standing.getByRole('link', { name: 'wishlist' }).click()
  await archiveShownFlag(page)
  await page.goto(`${stage.url}/#/projects/shop/settings`)
  await button.click()
  await dialog.getByRole('button', { name: 'Archive project' }).click()
  await page.getByRole('button', { name: 'Revive project' }).waitFor()
  await context.close()
})

async function archiveShownFlag(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive flag' }).click()
  await page
    .getByText('This project has none yet.')
    .or(page.getByRole('link', { name: 'wishlist' }))
    .waitFor()
}

/** Formats a time for a `datetime-local` field; browser and test share a time zone. */
function localTime(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE)
  return local.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)
}
