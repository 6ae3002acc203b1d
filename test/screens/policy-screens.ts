import type { Page } from 'playwright-core'

import type { Screens } from './screens.ts'

const POLICIES = '/api/halyard/policies'
const FEATURES = '/api/admin/projects/default/features'
const WARNS = 'flags say what they are for'
const REFUSES = 'begin with a quarter'

/** Creates policies, if they are not there. */
async function makePolicies(page: Page, url: string): Promise<void> {
  const production = { environmentType: 'production' }
  const all = [
    { name: WARNS, rule: { kind: 'description-required' }, effect: 'warn' },
    {
      ...{ name: REFUSES, rule: { kind: 'first-rollout', atMost: 25 }, effect: 'refuse', ...production },
      description: 'Ask #releases where you are not sure.',
    },
    {
      ...{ name: 'no changes at night', effect: 'warn', enabled: false, ...production },
      rule: {
        ...{ kind: 'change-window', days: [1, 2, 3, 4], from: '09:00', to: '16:00' },
        timeZone: 'Europe/Berlin',
      },
    },
  ]
  for (const data of all) await page.request.post(url + POLICIES, { data })
}

async function openList(page: Page, url: string): Promise<void> {
  await makePolicies(page, url)
  await page.goto(`${url}/#/policies`)
  await page.getByText(REFUSES).waitFor()
}

/** Opens the editor, and chooses the rule of a new policy. */
async function chooseRule(page: Page, url: string, rule: string): Promise<void> {
  await openList(page, url)
  await page.getByRole('button', { name: 'New policy', exact: true }).click()
  const editor = page.getByRole('dialog', { name: 'New policy' })
  await editor.getByLabel('Name', { exact: true }).fill('a new rule')
  await editor.getByLabel('Rule', { exact: true }).selectOption({ label: rule })
}

/** Turns a flag for everybody on in production, and begins to answer the question that this brings. */
async function turnOn(page: Page, url: string, flag: string): Promise<void> {
  await makePolicies(page, url)
  await page.request.post(url + FEATURES, { data: { name: flag } })
  await page.request.post(`${url}${FEATURES}/${flag}/environments/production/strategies`, {
    data: { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default' } },
  })
  await page.request.post(`${url}${FEATURES}/${flag}/environments/production/off`)
  await page.goto(`${url}/#/projects/default/features/${flag}`)
  await page.getByRole('switch', { name: /production/ }).click()
  await page.getByRole('button', { name: 'Enable in production' }).click()
  const question = page.getByRole('dialog', { name: 'Not saved, because of a policy' })
  await question.getByLabel('Reason').fill('incident 4711')
}

/** The list of policies, their editor, and what they do in the window. */
export const POLICY_SCREENS: Screens = {
  'policies, none yet': async (page, url) => {
    for (const name of [WARNS, REFUSES, 'no changes at night'])
      await page.request.delete(`${url + POLICIES}/${encodeURIComponent(name)}`)
    await page.goto(`${url}/#/policies`)
    await page.getByRole('button', { name: 'Create the first policy' }).waitFor()
  },
  policies: openList,
  'a policy, deleted and taken back': async (page, url) => {
    await openList(page, url)
    await page.getByRole('button', { name: `Delete ${WARNS}` }).click()
    await page.getByText(`Policy ${WARNS} deleted`).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText(WARNS, { exact: true }).waitFor()
  },
  'a policy, edited and tried': async (page, url) => {
    await openList(page, url)
    await page.getByRole('button', { name: `Edit ${REFUSES}` }).click()
    const editor = page.getByRole('dialog', { name: `Edit ${REFUSES}` })
    await editor.getByRole('button', { name: 'Dry run' }).click()
    await editor.getByText(/It would have stopped \d+ of \d+ changes/).waitFor()
  },
  'a policy for an owner': (page, url) => chooseRule(page, url, 'A tag, such as the owner'),
  'a policy for times of changes': (page, url) => chooseRule(page, url, 'Times for changes'),
  'a policy, name taken': async (page, url) => {
    await chooseRule(page, url, 'A description')
    const editor = page.getByRole('dialog', { name: 'New policy' })
    await editor.getByLabel('Name', { exact: true }).fill(WARNS)
    await editor.getByRole('button', { name: 'Create policy' }).click()
    await editor.getByText('already exists').waitFor()
  },
  'a change request, with what policies and expectations say': async (page, url) => {
    await makePolicies(page, url)
    const place = { flag: 'checkout-redesign', environment: 'production', contexts: [{ userId: '7' }] }
    for (const data of [
      { name: 'nobody has the new checkout', ...place, expect: { enabled: false } },
      { name: 'everybody has the new checkout', ...place, expect: { enabled: true } },
    ])
      await page.request.post(`${url}/api/halyard/expectations`, { data })
    await page.goto(`${url}/#/projects/default/change-requests`)
    await page.getByRole('link', { name: 'Roll out the new checkout' }).click()
    await page.getByRole('region', { name: 'Checks' }).scrollIntoViewIfNeeded()
  },
  'a flag, stopped by a policy': (page, url) => turnOn(page, url, 'stopped-by-a-policy'),
  'a flag, on by an exception, once stopped by a policy': async (page, url) => {
    await turnOn(page, url, 'an-exception-from-a-policy')
    await page.getByRole('button', { name: 'Save by exception' }).click()
    await page.getByRole('switch', { name: /production/, checked: true }).waitFor()
    await page.getByText('incident 4711').first().waitFor()
  },
}
