import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchBrowser } from '#support/window/browser.ts'
import { ActionCounter } from '#support/window/action-counter.ts'
import { takePicture } from '#support/window/page.ts'
import { Program } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { startService, type Service } from '#support/service/service.ts'
import { openSignedIn, SAMPLE_PASSWORD } from '#support/samples/sample-people.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { createContextField } from '#shared/flags/contract/context.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { createServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { createUser } from '#shared/access/contract/users.ts'

const VIEWER = 3
const ADMIN = 1
const temp = makeTempFolder()
let service: Service
let browser: Browser
let session: BrowserContext
/** The window in which a task is done. */
let page: Page

/** The clicks (and keys that act) and the fields typed into that each task may cost at most, from Home on: as counted. */
const AT_MOST = {
  flag: { clicks: 12, typed: 4 },
  why: { clicks: 2, typed: 0 },
  team: { clicks: 6, typed: 0 },
  role: { clicks: 5, typed: 1 },
  webhook: { clicks: 12, typed: 5 },
  'failed action': { clicks: 6, typed: 0 },
  request: { clicks: 7, typed: 0 },
  'review and schedule': { clicks: 5, typed: 1 },
  release: { clicks: 19, typed: 5 },
  sdk: { clicks: 4, typed: 1 },
  upgrade: { clicks: 5, typed: 2 },
} as const

beforeAll(async () => {
  service = await startService({ dataDir: temp.folder, env: { ACTIONS_INTERVAL_SECONDS: '0.5' } })
  browser = await launchBrowser()
  session = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await session.newPage()
  await page.goto(service.signInLink)
  await page.getByRole('link', { name: 'Default' }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  temp.remove()
})

const dialog = (of: Page = page) => of.getByRole('dialog')
const button = (name: string | RegExp, of: Page = page) => of.getByRole('button', { name, exact: true })
const main = (name: string, of: Page = page) =>
  of.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const region = (environment: string) => page.getByRole('region', { name: `Environment ${environment}` })

/** Does a task from Home on, in a window of its own, and holds it to what it may cost. */
async function doTask(
  name: keyof typeof AT_MOST,
  work: (hand: ActionCounter) => Promise<void>,
  other?: Page,
) {
  const of = other ?? (page = await session.newPage())
  await of.goto(`${service.url}/#/`)
  await of.getByRole('heading', { name: 'Home' }).waitFor()
  const hand = new ActionCounter(of)
  await work(hand).catch(async (error: unknown) => {
    await takePicture(of, `ten-tasks-${name.replaceAll(' ', '-')}`)
    throw error
  })
  if (!other) await of.close()
  const most = AT_MOST[name]
  expect(hand.clicks, `clicks and keys of: ${name}`).toBeLessThanOrEqual(most.clicks)
  expect(hand.typed, `fields typed into in: ${name}`).toBeLessThanOrEqual(most.typed)
}

const inWords = ({ clicks, typed }: { clicks: number; typed: number }) =>
  `${clicks} clicks, ${typed} ${typed === 1 ? 'field' : 'fields'}`

describe('ux, section 3: the ten tasks', () => {
  it('cost what docs/testing.md says', () => {
    const rows = readFileSync('docs/testing.md', 'utf8').matchAll(/^\| \d+\. [^|]*\| [^|]* \| ([^|]*) \|$/gm)
    expect([...rows].map(([, now]) => now)).toEqual(Object.values(AT_MOST).map(inWords))
  })

  it('ux task 9: an SDK from zero, until it has asked for its flag', async () => {
    await doTask('sdk', async (hand) => {
      const start = page.getByRole('region', { name: 'Get started' })
      await hand.type(start.getByLabel('Name', { exact: true }), 'first-flag')
      await hand.press('Enter')
      await hand.click(start.getByRole('button', { name: 'Create a token for development' }))
      await start.getByText(/default:development\.\w+/).waitFor()
      await hand.click(start.getByRole('button', { name: 'Copy code' }))
      const folder = path.join(temp.folder, 'my-app')
      mkdirSync(folder)
      symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
      writeFileSync(path.join(folder, 'hello.mjs'), await start.locator('pre').last().innerText())
      const program = new Program('node', ['hello.mjs'], { cwd: folder })
      await start.getByText('Connected: my-app').waitFor()
      await program.stop()
    })
  })

  it('ux task 1: a flag, for 25% of production, where the country is Norway', async () => {
    await service.call(createContextField, {
      body: {
        name: 'country',
        legalValues: [{ value: 'NO', description: 'Norway' }, { value: 'SE' }],
      },
    })
    await doTask('flag', async (hand) => {
      await hand.click(main('Flags'))
      await hand.click(button('New flag'))
      await hand.type(dialog().getByLabel('Name', { exact: true }), 'new-checkout')
      await hand.press('Enter')
      await hand.click(region('production').getByRole('button', { name: 'Add strategy' }))
      await hand.type(dialog().getByRole('spinbutton'), '25')
      await hand.click(dialog().getByRole('button', { name: 'Add constraint' }))
      await hand.pick(dialog().getByRole('combobox', { name: 'Context field', exact: true }), 'country')
      await hand.type(dialog().getByRole('combobox', { name: 'Values', exact: true }), 'norw')
      await hand.press('Enter')
      await dialog().getByText('On for 25% of users, where country is one of NO.').waitFor()
      await hand.click(dialog().getByRole('button', { name: 'Add strategy' }))
      await region('production').getByRole('listitem', { name: 'On for 25% of users' }).waitFor()
      await hand.click(page.getByRole('switch', { name: /in production/ }))
      const enable = dialog().getByRole('button', { name: 'Enable in production' })
      await expect.poll(() => enable.evaluate((one) => one === document.activeElement)).toBe(true)
      await hand.press('Enter')
      await page.getByRole('switch', { name: 'Disable new-checkout in production' }).waitFor()
    })
    const { enabled } = await service.call(getFeatureEnvironment, {
      params: { projectId: 'default', featureName: 'new-checkout', environment: 'production' },
    })
    expect(enabled).toBe(true)
  })

  it('ux task 2: why user 7 does not get it', async () => {
    await doTask('why', async (hand) => {
      await hand.click(page.getByRole('main').getByRole('link', { name: 'new-checkout' }).first())
      const why = page.getByRole('region', { name: 'Why?' })
      await hand.click(why.getByRole('button', { name: 'Explain' }))
      await why
        .getByText(/^Off: /)
        .first()
        .waitFor()
    })
  })

  it('ux task 3: a team into a project', async () => {
    const members = [{ user: { id: 1 } }]
    await service.call(createGroup, { body: { name: 'Checkout team', users: members } })
    await doTask('team', async (hand) => {
      await hand.click(page.getByRole('main').getByRole('link', { name: 'Default' }).first())
      await hand.click(page.getByRole('link', { name: /^\d members?$/ }))
      await hand.click(button('Add access').first())
      await hand.click(dialog().getByRole('checkbox', { name: 'Checkout team' }))
      await hand.click(dialog().getByRole('checkbox', { name: /^Member/ }))
      await dialog().getByText('1 group: Member.').waitFor()
      await hand.click(dialog().getByRole('button', { name: 'Add access' }))
      await button('Remove Checkout team').waitFor()
    })
  })

  it('ux task 4: a role that switches flags in production only', async () => {
    await doTask('role', async (hand) => {
      await hand.click(main('Access'))
      await hand.click(page.getByRole('link', { name: 'Project roles' }))
      await hand.click(button('New project role'))
      await hand.type(dialog().getByLabel('Name', { exact: true }), 'Production switcher')
      await hand.click(dialog().getByRole('checkbox', { name: 'Enable/disable flags in production' }))
      await hand.click(dialog().getByRole('button', { name: 'Create role' }))
      await button('Edit Production switcher').waitFor()
    })
  })

  it('ux task 5 and 6: a webhook that disables a flag; the action fails; what is missing is granted, and it is retried', async () => {
    const robot = { name: 'Deploy robot', username: 'robot', rootRole: VIEWER }
    await service.call(createServiceAccount, { body: robot })
    let token = ''
    await doTask('webhook', async (hand) => {
      await hand.click(main('Signals'))
      await hand.click(button('Create the first endpoint'))
      await hand.type(dialog().getByLabel('Name', { exact: true }), 'github')
      await hand.press('Enter')
      token = ((await dialog().getByText(/^signal:/).first().textContent()) ?? '').trim() // prettier-ignore
      await send(token, { action: 'failed' })
      await dialog().getByText('First signal received').waitFor()
      await hand.click(dialog().getByRole('button', { name: 'I have stored it, add actions' }))
      await hand.type(dialog().getByLabel('Name', { exact: true }), 'Off when it fails')
      await hand.click(dialog().getByRole('button', { name: 'Add filter' }))
      await hand.type(dialog().getByLabel('Path'), 'action')
      await hand.type(dialog().getByRole('combobox', { name: 'Values', exact: true }), 'failed')
      await hand.pick(dialog().getByRole('combobox', { name: 'Flag', exact: true }), 'new-checkout')
      await hand.choose(dialog().getByLabel('Environment'), 'production')
      await hand.click(dialog().getByRole('button', { name: 'Create action set' }))
      await page.getByText('Never run').waitFor()
    })
    await send(token, { action: 'failed' })
    await doTask('failed action', async (hand) => {
      const failed = page.getByRole('main').getByRole('link', { name: '1 failed action', exact: true })
      await failed.waitFor()
      await hand.click(failed)
      const set = page.getByRole('region', { name: 'Failed: Off when it fails' })
      await set.getByText('needs “Enable/disable flags”').waitFor()
      await hand.click(set.getByRole('link', { name: 'Grant access to Deploy robot' }))
      await dialog().getByText('1 user selected').waitFor()
      await hand.click(dialog().getByRole('checkbox', { name: /^Member/ }))
      await hand.click(dialog().getByRole('button', { name: 'Add access' }))
      await dialog().waitFor({ state: 'detached' })
      await hand.click(page.getByRole('contentinfo').getByRole('link', { name: '1 failed action' }))
      await set.getByText('Nothing is missing now: retry it.').waitFor()
      await hand.click(set.getByRole('button', { name: /^Retry signal/ }))
      await page.getByText('Off when it fails was retried: done').waitFor()
    })
  })

  it('ux task 7: a change requested, approved by somebody else and scheduled', async () => {
    await service.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'production' },
      body: {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
      },
    })
    await doTask('request', async (hand) => {
      await hand.click(page.getByRole('main').getByRole('link', { name: 'first-flag' }).first())
      await hand.click(page.getByRole('switch', { name: 'Enable first-flag in production' }))
      await hand.click(dialog().getByRole('button', { name: 'Request instead' }))
      await hand.click(dialog().getByRole('button', { name: 'Add to change request' }))
      await hand.click(button('Open'))
      await hand.click(button('Send to review'))
      await hand.click(dialog().getByRole('button', { name: 'Send to review' }))
      await button('Approve').waitFor()
    })
    const other = await pageOf('vera', ADMIN)
    await doTask(
      'review and schedule',
      async (hand) => {
        await hand.click(other.getByRole('link', { name: /^Review Change request #/ }))
        await hand.click(button('Approve', other))
        await hand.click(dialog(other).getByRole('button', { name: 'Approve', exact: true }))
        await hand.click(button('Schedule', other))
        await hand.type(dialog(other).getByLabel('Apply at'), '2099-01-01T10:00')
        await hand.click(dialog(other).getByRole('button', { name: 'Schedule' }))
        await other.getByText('Applied automatically').waitFor()
      },
      other,
    )
    await other.context().close()
  })

  it('ux task 8: a release template, and a flag released by it', async () => {
    await doTask('release', async (hand) => {
      await hand.click(main('Settings'))
      await hand.click(page.getByRole('link', { name: 'Release templates' }))
      await hand.click(button('New release template'))
      await hand.type(page.getByLabel('Name', { exact: true }), 'Two steps')
      await hand.type(page.getByRole('textbox', { name: 'Milestone 1' }), 'Few')
      await addRollout(hand, 1, '10')
      await hand.click(button('Add milestone'))
      await hand.type(page.getByRole('textbox', { name: 'Milestone 2' }), 'All')
      await addRollout(hand, 2)
      await hand.click(button('Create template'))
      await page.getByRole('link', { name: 'Two steps' }).waitFor()
      await hand.click(main('Flags'))
      await hand.click(page.getByRole('link', { name: 'first-flag' }))
      await hand.click(region('development').getByRole('button', { name: 'Options of development' }))
      await hand.click(page.getByRole('menuitem', { name: 'Use release template' }))
      await hand.pick(dialog().getByRole('combobox', { name: 'Template', exact: true }), 'Two steps')
      await hand.click(dialog().getByRole('button', { name: 'Add release plan' }))
      await hand.click(page.getByRole('switch', { name: 'Enable first-flag in development' }))
      await region('development').getByText('milestone 1 of 2').waitFor()
    })
  })

  it('ux task 10: an upgrade from 6 to 8 rehearsed', async () => {
    await fetch(`${service.url}/api/admin/archive/features`, { headers: { authorization: '*:*.admin-of-the-tests' } }) // prettier-ignore
    await doTask('upgrade', async (hand) => {
      await hand.click(main('Settings'))
      await hand.click(page.getByRole('link', { name: 'Upgrade planner' }))
      await hand.type(page.getByLabel('Current version'), '6')
      await hand.type(page.getByLabel('Target version'), '8')
      await hand.click(page.getByRole('link', { name: /affected requests? recorded here/ }).first())
      await page.getByText('/api/admin/archive/features').first().waitFor()
    })
  })
})

async function addRollout(hand: ActionCounter, milestone: number, percent?: string): Promise<void> {
  await hand.click(button(`Add strategy to milestone ${milestone}`))
  if (percent) await hand.type(dialog().getByRole('spinbutton'), percent)
  await hand.click(dialog().getByRole('button', { name: 'Use this strategy' }))
  await button(`Edit strategy 1 of milestone ${milestone}`).waitFor()
}

/** A browser of a user of their own. */
async function pageOf(username: string, rootRole: number): Promise<Page> {
  const user = { username, password: SAMPLE_PASSWORD, rootRole }
  await service.call(createUser, { body: user })
  return openSignedIn(browser, service.url, username)
}

/** Sends a signal as GitHub would; more than one a second is refused, and sent again. */
async function send(token: string, payload: unknown): Promise<void> {
  for (;;) {
    const response = await fetch(`${service.url}/api/signal-endpoint/github`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    })
    if (response.ok) return
    if (response.status !== 429) throw new Error(`${response.status} ${await response.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 1100))
  }
}
