import type { Page } from 'playwright-core'

import { SAMPLE_PASSWORD } from '#support/samples/sample-people.ts'
import type { Screens } from './screens.ts'

const PROJECT = '/api/admin/projects/default'

/** The screens of change requests: what is asked for, its review, and where it is turned on. */
export const CHANGE_REQUEST_SCREENS: Screens = {
  'change requests': async (page, url) => {
    await openList(page, url)
  },
  'change requests, all states': async (page, url) => {
    await openList(page, url)
    await page.getByRole('button', { name: 'Remove the filter State' }).click()
    await page.getByRole('link', { name: 'Away with the banner' }).waitFor()
  },
  'change requests, none like that': async (page, url) => {
    await openList(page, url)
    await page.getByRole('searchbox', { name: 'Search change requests' }).fill('nothing')
    await page.getByText('This project has no matching change requests.').waitFor()
  },
  'change requests to review': async (page, url) => {
    await page.goto(`${url}/#/change-requests`)
    await page.getByRole('link', { name: 'Roll out the new checkout' }).waitFor()
  },
  'change requests to apply': async (page, url) => {
    await page.goto(`${url}/#/change-requests/apply`)
    await page
      .getByRole('main')
      .getByText(/^Nothing to apply\.|^Approved$/)
      .first()
      .waitFor()
  },
  'toggle, request instead': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('switch', { name: /checkout-redesign in production$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Request instead' }).click()
    await page.getByRole('dialog').getByLabel('Change request').waitFor()
  },
  'state for a time, requested': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'Options of production' }).click()
    await page.getByRole('menuitem', { name: 'Turn on or off at a time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Request instead' }).click()
    await page.getByRole('dialog').getByLabel('Back at').waitFor()
  },
  'change requests made by me': async (page, url) => {
    await makeDraft(page, url)
    await page.goto(`${url}/#/change-requests/mine`)
    await page.getByRole('link', { name: /^Change request #/ }).waitFor()
  },
  'change request': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
  },
  'change request, JSON': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    await page.getByText('"rollout": "25"').first().waitFor()
  },
  'change request, tried': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByLabel('Context').fill('userId=7 country=NO appName=shop')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('table', { name: 'Before and after' }).scrollIntoViewIfNeeded()
  },
  'change request in conflict': async (page, url) => {
    await openRequest(page, url, 'Kill switch for a tenth')
    await page.getByText('has been changed since').waitFor()
  },
  'scheduled change request': async (page, url) => {
    await openRequest(page, url, 'Ranking for half of the users')
    await page.getByRole('button', { name: 'Reschedule' }).waitFor()
  },
  'draft of a change request': async (page, url) => {
    const id = await makeDraft(page, url)
    await page.goto(`${url}/#/projects/default/change-requests/${id}`)
    await page.getByRole('button', { name: 'Send to review' }).waitFor()
  },
  'send to review': async (page, url) => {
    const id = await makeDraft(page, url)
    await page.goto(`${url}/#/projects/default/change-requests/${id}`)
    await page.getByRole('button', { name: 'Send to review' }).click()
    await page.getByRole('dialog').getByLabel('Comment').waitFor()
  },
  'edit a requested change': async (page, url) => {
    const id = await makeDraft(page, url)
    await page.goto(`${url}/#/projects/default/change-requests/${id}`)
    await page.getByRole('button', { name: /^Edit: Add strategy/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save change' }).waitFor()
  },
  'reschedule a change request': async (page, url) => {
    await openRequest(page, url, 'Ranking for half of the users')
    await page.getByRole('button', { name: 'Reschedule' }).click()
    await page.getByRole('dialog').getByLabel('Apply at').waitFor()
  },
  'reject a change request': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Comment').waitFor()
  },
  'ask for reviews': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByRole('button', { name: 'Request reviews' }).click()
    await page.getByRole('dialog').getByText('1 selected').waitFor()
  },
  'rename a change request': async (page, url) => {
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Title').waitFor()
  },
  'flag with change requests': async (page, url) => {
    await page.goto(`${url}/#/projects/default/features/search-ranking`)
    await page.getByRole('link', { name: 'Roll out the new checkout' }).waitFor()
  },
  'change request, by its author': async (page, url) => {
    await signInAsAda(page, url)
    await openRequest(page, url, 'Roll out the new checkout')
    await page.getByText('Only for users who may approve').first().waitFor()
  },
  'ask for a switch': async (page, url) => {
    await signInAsAda(page, url)
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page.getByRole('switch', { name: /beta-banner in production/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add to change request' }).waitFor()
  },
  'ask for a strategy': async (page, url) => {
    await signInAsAda(page, url)
    await page.goto(`${url}/#/projects/default/features/beta-banner`)
    await page
      .getByRole('region', { name: 'Environment production' })
      .getByRole('button', { name: 'Add strategy' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add to change request' }).waitFor()
  },
  'flags, some wait for me': async (page, url) => {
    await page.goto(`${url}/#/projects/default`)
    await page.getByRole('link', { name: /^Change requests \d+ needs? your attention/ }).waitFor()
  },
  'settings of a project with flags': async (page, url) => {
    await page.goto(`${url}/#/projects/default/settings`)
    await page.getByRole('list', { name: 'Flags that are not archived' }).scrollIntoViewIfNeeded()
  },
  'settings of change requests': async (page, url) => {
    await page.goto(`${url}/#/projects/default/settings/change-requests`)
    await page.getByLabel('Required approvals in production').waitFor()
  },
  'no longer request changes': async (page, url) => {
    await page.goto(`${url}/#/projects/default/settings/change-requests`)
    await page.getByRole('switch', { name: 'Turn off change requests in production' }).click()
    await page.getByRole('dialog').getByText('open requests stay open').waitFor()
  },
}

async function signInAsAda(page: Page, url: string): Promise<void> {
  await page.request.post(`${url}/auth/simple/login`, {
    data: { username: 'ada', password: SAMPLE_PASSWORD },
  })
}

async function openList(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/projects/default/change-requests`)
  await page.getByRole('link', { name: 'Roll out the new checkout' }).waitFor()
}

async function openRequest(page: Page, url: string, title: string): Promise<void> {
  await openList(page, url)
  await page.getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('heading', { name: 'Comments' }).waitFor()
}

/** A draft of whoever is signed in in the page: there is one, however often it is made. */
async function makeDraft(page: Page, url: string): Promise<number> {
  const pending = await page.request.get(`${url}${PROJECT}/change-requests/pending`)
  const [draft] = (await pending.json()) as { id: number }[]
  if (draft) return draft.id
  const answer = await page.request.post(`${url}${PROJECT}/environments/production/change-requests`, {
    data: [
      { action: 'updateEnabled', feature: 'beta-banner', payload: { enabled: false } },
      {
        action: 'addStrategy',
        feature: 'beta-banner',
        payload: { name: 'flexibleRollout', parameters: { rollout: '10', stickiness: 'userId' } },
      },
    ],
  })
  return ((await answer.json()) as { id: number }).id
}
