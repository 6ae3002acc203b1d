import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'

import { chooseOption } from '#support/window/choose-option.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { offeredControls } from '#support/window/offered-controls.ts'
import { takePicture } from '#support/window/page.ts'
import { openSignedIn, SAMPLE_PASSWORD } from '#support/samples/sample-people.ts'
import type { Service } from '#support/service/service.ts'
import { settle, WINDOW_ROUTES } from '#support/window/window-routes.ts'
import { useSampleInstance } from './shoot-screens.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { addAccessToProject } from '#shared/projects/contract/project-access.ts'
import { getReleasePlanTemplates } from '#shared/flags/contract/release-templates.ts'
import { getChangeRequests } from '#shared/changes/contract/change-requests.ts'

const instance = useSampleInstance()
const VIEWER = 3
const MEMBER = 5

// every signed-in user may request changes
beforeAll(() =>
  instance().service.call(updateProjectChangeRequestConfig, {
    params: { projectId: 'default', environment: 'production' },
    body: { changeRequestsEnabled: false },
  }),
)

/** Controls that change nothing in the instance, or only what is one's own. */
const FREE: readonly RegExp[] = [
  // search, paging, and showing more
  /^button: (Back|Forward|Search|Try again|Previous|Next|First|Last|Newer|Older|Show|Close|Clear|Cancel|Pause|Filter|Remove the filter)\b/,
  /^button: (View|Code|Compare|Usage of|Who holds|Executions of|Settings|Simulator|Summary|JSON)\b/,
  /^button: (Signal \d+: .*|Change [a-z ]+|Flag [a-z ]+|shop)$/,
  // a list of events with their details; an undo is tried first, and says why it would be refused
  /^button: (Details of|Undo) “.+”$/,
  /^button: (User|Milestone|Approval|Comment|Requested|Release|Segment|Safeguard|Group|Role|Project|Actions|Api|Impact)\b.*\b(\w+ed|in)$/,
  /^checkbox: Only what differs$/,
  // selections and trials that only the page keeps
  /^button: (Evaluate|Examine|Explain|When did this change|Why then|Read from this instance|Check)\b/,
  /^checkbox: (Select|development|production|staging|A file is imported|Take a full|Upgrade|Find calls|There is a)/,
  /^menuitem: Compare environments$/,
  // ways to begin, each to a page that says what is missing
  /^button: (Show the program|Pull from an instance|Import a file|Go to the demo)$/,
  /^menuitem: Settings$/,
  // links out of the window
  /^(button|menuitem): (Copy|Export|Save as CSV|Save checklist|Download CSV|As Markdown|As JSON)/,
  // the user's own settings
  /^switch: Productivity report$/,
  /^button: (Favourite|Change my password|New token$|Save view|Delete view)/,
  /^menuitem: (Add to|Remove from) favourites$/,
  // dialogs that offer nothing further; an import shows beforehand what is missing
  /^(menuitem|button): (Environments|Default strategies|Context fields|Import|Flag variants)$/,
]
/** Parts of the past, with names of any words, which show their differences. */
const PARTS =
  /^button: (Flag|Segment|Role|Group|Project|Environment|Context field|Tag type|Tag|Strategy type|Flag type) .+$/
const isFree = (control: string, path = '') =>
  FREE.some((free) => free.test(control)) || (path === '/past' && PARTS.test(control))

interface Person {
  username: string
  /** Has the role Member in this project. */
  memberOf?: string
}

/** Creates a Viewer and signs in as them, in a window of their own. */
async function pageOf({ username, memberOf }: Person): Promise<Page> {
  const { service, browser } = instance()
  const user = { username, password: SAMPLE_PASSWORD, rootRole: VIEWER }
  const { id } = await service.call(createUser, { body: user })
  const given = { roles: [MEMBER], groups: [], users: [id] }
  if (memberOf) await service.call(addAccessToProject, { params: { projectId: memberOf }, body: given })
  return openSignedIn(browser, service.url, username)
}

/** Values of the routes' parameters, of things that the sample instance has. */
async function sampleValues(service: Service): Promise<Record<string, string>> {
  const first = async (path: string, list: string) => {
    const answer = (await service.call('GET', path)) as Record<string, { id: number | string }[]>
    return String(answer[list]?.[0]?.id ?? '')
  }
  const templates = await service.call(getReleasePlanTemplates)
  const requests = await service.call(getChangeRequests, { params: { projectId: 'default' } })
  return {
    projectId: 'default',
    featureName: 'checkout-redesign',
    requestId: String(requests[0]?.id ?? ''),
    templateId: templates[0]?.id ?? '',
    id: await first('/api/admin/signal-endpoints', 'signalEndpoints'),
    tab: 'tokens',
    kind: 'all',
    whose: 'all',
    signalId: '1',
  }
}

/** Opens each menu of the page, and each editor that may be read, and lists what is offered in them. */
async function offeredWithin(page: Page): Promise<string[]> {
  const found: string[] = []
  // a panel of the route covers the page
  if (await page.getByRole('dialog').isVisible()) return offeredControls(page, '[role="dialog"]')
  for (const menu of await page.locator('main [aria-haspopup="menu"]:visible').all()) {
    if (await menu.isDisabled()) continue
    await menu.click()
    found.push(...(await offeredControls(page, '[role="menu"]')))
    await page.keyboard.press('Escape')
  }
  const box = page.getByRole('main').getByRole('checkbox', { name: /^Select (?!all)/ })
  if ((await box.count()) > 0) {
    await box.first().check()
    found.push(...(await offeredControls(page, '[role="toolbar"]')))
    await box.first().uncheck()
  }
  for (const view of await page.getByRole('main').getByRole('button', { name: /^View/ }).all()) {
    if (!(await view.isEnabled())) continue
    const address = page.url()
    await view.click()
    const dialog = page.getByRole('dialog')
    const isDialog = await Promise.race([
      dialog.waitFor().then(() => true),
      page.waitForURL((url) => url.href !== address).then(() => false),
    ])
    if (!isDialog) break // leads to another page, which has its own route
    found.push(...(await offeredControls(page, '[role="dialog"]')))
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return found
}

describe('a user without permissions', () => {
  /** Controls that a Member of a project is rightly offered on pages of all projects. */
  const OF_MOBILE: Readonly<Record<string, readonly RegExp[]>> = {
    '/features': [
      /^button: New flag$/,
      /^switch: (Enable|Disable) dark-mode in \w+$/,
      /^menuitem: (Mark stale|Clone|Archive)$/,
    ],
    // it begins with that project, which no SDK has used yet
    '/start': [/^button: Create a token for development$/],
  }

  it.each<Person>([{ username: 'vera' }, { username: 'mia', memberOf: 'mobile' }])(
    '$username is offered no rejected action, on every page, in its menus and editors',
    async (person) => {
      const { service } = instance()
      const page = await pageOf(person)
      const values = await sampleValues(service)
      const offered: Record<string, string[]> = {}
      for (const route of WINDOW_ROUTES) {
        const path = route.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '')
        await page.goto(`${service.url}/#${path}`)
        await settle(page)
        const controls = [...(await offeredControls(page)), ...(await offeredWithin(page))]
        const isOwn = (one: string) =>
          person.memberOf === 'mobile' && (OF_MOBILE[path] ?? []).some((own) => own.test(one))
        const wrong = [...new Set(controls)].filter((one) => !isFree(one, path) && !isOwn(one))
        if (wrong.length > 0) offered[path] = wrong
      }
      expect(offered).toEqual({})
      await page.context().close()
    },
  )

  it('who is Member of a project is offered its actions there', async () => {
    const { service } = instance()
    const page = await pageOf({ username: 'mo', memberOf: 'mobile' })
    await page.goto(`${service.url}/#/projects/mobile/features/dark-mode`)
    await settle(page)
    await expect.poll(() => offeredControls(page)).toContain('switch: Enable dark-mode in development')
    await expect.poll(() => offeredControls(page)).toContain('button: Add strategy')
    await page.context().close()
  })
})

describe('a control without the permission', () => {
  it('shows the reason to keyboard users, and does not switch', async () => {
    const { service } = instance()
    const page = await pageOf({ username: 'kay' })
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    const toggle = page.getByRole('switch', { name: 'Enable checkout-redesign in production' })
    await toggle.focus()
    const reason = page.getByText(
      /^Needs “Enable\/disable flags” in project Default, environment production\./,
    )
    await reason.locator('visible=true').waitFor()
    await page.keyboard.press('Space')
    expect(await toggle.getAttribute('aria-checked')).toBe('false')
    expect(await toggle.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await takePicture(page, 'missing-rights-toggle')
    await expectAccessible(page, 'who may not')
    await page.keyboard.press('Escape')
    await reason.locator('visible=true').waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('is a readable editor', async () => {
    const { service } = instance()
    const page = await pageOf({ username: 'eve' })
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    await page.getByRole('button', { name: 'View strategy 1' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Needs “Update activation strategies” in project Default/).waitFor()
    await takePicture(page, 'missing-rights-editor')
    await expectAccessible(page, 'an editor that can only be read')
    await page.context().close()
  })
})

describe('viewing as another user', () => {
  it('offers no change, and shows how to return', async () => {
    const { service, browser, session } = instance()
    const context = await browser.newContext({
      storageState: session,
      viewport: { width: 1280, height: 800 },
    })
    const page = await context.newPage()
    await page.goto(`${service.url}/#/admin/access/simulator`)
    await chooseOption(page.getByLabel('Who', { exact: true }), 'Ada Lovelace')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('button', { name: 'View as Ada Lovelace' }).click()
    await page.getByText('Ada Lovelace').first().waitFor()
    await page.goto(`${service.url}/#/projects/default/features/checkout-redesign`)
    await settle(page)
    await page.getByRole('switch', { name: 'Enable checkout-redesign in production' }).focus()
    await page
      .getByText('You are viewing as Ada Lovelace. Stop viewing to change something.')
      .locator('visible=true')
      .waitFor()
    const controls = [...(await offeredControls(page)), ...(await offeredWithin(page))]
    expect(controls.filter((one) => !isFree(one))).toEqual([])
    await takePicture(page, 'viewing-as')
    await context.close()
  })
})
