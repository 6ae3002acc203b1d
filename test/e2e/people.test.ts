import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { launchBrowser } from '#support/window/browser.ts'
import { startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { createPublicSignupToken } from '#shared/access/contract/public-signup.ts'
import { resetUserPassword } from '#shared/access/contract/passwords.ts'

const PASSWORD = 'Str0ng-Passw0rd-11'
const temp = makeTempFolder()
let service: Service
let browser: Browser

beforeAll(async () => {
  service = await startService({ dataDir: temp.folder })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  temp.remove()
})

/** A browser in which nobody is signed in. */
async function inNewBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  await work(await context.newPage())
  await context.close()
}
const choose = async (page: Page, password: string) => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill(password)
}
const isWho = async (page: Page) => {
  await page.getByRole('link', { name: 'Default' }).waitFor()
  const answer = await page.request.get(`${service.url}/api/admin/user`)
  return ((await answer.json()) as { user: { email?: string; username?: string } }).user
}

describe('a link that somebody was sent', () => {
  it('of an invitation lets them choose a password, and signs them in', async () => {
    const { inviteLink } = await service.call(createUser, {
      body: {
        email: 'ina@example.com',
        name: 'Ina Vited',
        rootRole: 3,
      },
    })
    expect(inviteLink).toMatch(service.url)
    await inNewBrowser(async (page) => {
      await page.goto(inviteLink)
      await page.getByText('Ina Vited').waitFor()
      const button = page.getByRole('button', { name: 'Set password and sign in' })
      await choose(page, 'too weak')
      expect(await button.isDisabled()).toBe(true)
      await choose(page, PASSWORD)
      await button.click()
      expect(await isWho(page)).toMatchObject({ email: 'ina@example.com' })
      // the link was valid once
      await page.goto(inviteLink)
      await page.getByText("This link can't be used").waitFor()
    })
  })

  it('that invites anybody lets them join, and signs them in', async () => {
    const { url } = await service.call(createPublicSignupToken, {
      body: {
        name: 'course',
        expiresAt: '2099-01-01T00:00:00.000Z',
      },
    })
    await inNewBrowser(async (page) => {
      await page.goto(url)
      await page.getByLabel('Name', { exact: true }).fill('New Comer')
      await page.getByLabel('E-mail', { exact: true }).fill('ina@example.com')
      await choose(page, PASSWORD)
      await page.getByRole('button', { name: 'Join' }).click()
      await page.getByText('User already exists').waitFor()
      await page.getByLabel('E-mail', { exact: true }).fill('comer@example.com')
      await page.getByRole('button', { name: 'Join' }).click()
      expect(await isWho(page)).toMatchObject({ email: 'comer@example.com' })
    })
    await inNewBrowser(async (page) => {
      await page.goto(url.replace(/invite=.*/, 'invite=nothing'))
      await page.getByText("This link can't be used").waitFor()
    })
  })

  it('lets a user back in who forgot the password and has no e-mail address', async () => {
    await service.call(createUser, { body: { username: 'forgetful', password: PASSWORD, rootRole: 3 } })
    const { resetPasswordUrl } = await service.call(resetUserPassword, {
      body: {
        id: 'forgetful',
      },
    })
    await inNewBrowser(async (page) => {
      await page.goto(service.url)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('E-mail', { exact: true }).fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send reset link' }).click()
      await page.getByText('a link is on its way').waitFor()
      await page.goto(resetPasswordUrl)
      await page.getByText('forgetful').waitFor()
      await choose(page, PASSWORD)
      await page.getByRole('button', { name: 'Set password and sign in' }).click()
      await page.getByText('You have used this password before').waitFor()
      await choose(page, 'Str0ng-Passw0rd-22')
      await page.getByRole('button', { name: 'Set password and sign in' }).click()
      await page.getByText('Your password is set').waitFor()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await page.getByLabel('Username or e-mail').fill('forgetful')
      await page.getByLabel('Password').fill('Str0ng-Passw0rd-22')
      await page.getByRole('button', { name: 'Sign in' }).click()
      expect(await isWho(page)).toMatchObject({ username: 'forgetful' })
    })
  })
})

describe('a person who is signed in', () => {
  it('changes the own password, and signs in anew', async () => {
    await service.call(createUser, { body: { username: 'careful', password: PASSWORD, rootRole: 3 } })
    await inNewBrowser(async (page) => {
      const signIn = async (password: string) => {
        await page.getByLabel('Username or e-mail').fill('careful')
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
      }
      await page.goto(`${service.url}/#/profile`)
      await signIn(PASSWORD)
      await page.getByRole('button', { name: 'Change my password' }).click()
      await page.getByLabel('Current password').fill('not that')
      await choose(page, 'Str0ng-Passw0rd-33')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('The old password you provided is invalid').waitFor()
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('heading', { name: 'Sign in to Halyard' }).waitFor()
      await signIn('Str0ng-Passw0rd-33')
      await page.getByRole('button', { name: 'Change my password' }).waitFor()
    })
  })
})
