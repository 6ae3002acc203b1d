import http from 'node:http'
import type { AddressInfo } from 'node:net'

import Provider from 'oidc-provider'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { expectAccessible, launchBrowser } from '#support/window/browser.ts'
import { findFreePort } from '#main/cli/port-owner.ts'
import { startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const CLIENT = { id: 'halyard', secret: 'a-secret-of-the-client' }
const temp = makeTempFolder()
let service: Service
let browser: Browser
let provider: { url: string; stop: () => void }

beforeAll(async () => {
  const port = (await findFreePort(20_000 + Math.floor(Math.random() * 20_000), '127.0.0.1')) ?? 0
  provider = await startProvider(`http://127.0.0.1:${port}`)
  service = await startService({
    dataDir: temp.folder,
    port,
    env: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1' },
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  provider?.stop()
  temp.remove()
})

/** A certified provider: any name signs in there, and is the part of the e-mail address before the @. */
async function startProvider(redirectOrigin: string) {
  const server = http.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oidc = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${redirectOrigin}/auth/oidc/callback`],
        post_logout_redirect_uris: [`${redirectOrigin}/signed-out`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@corp.example`, email_verified: true, name: `Person ${sub}` }),
    }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
  })
  const answer = oidc.callback()
  server.on('request', (request, response) => void answer(request, response))
  return { url, stop: () => server.close() }
}

/** Signs in at the provider's own pages, and agrees there. */
async function signInAtProvider(page: Page, name: string) {
  await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).click()
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

it('people are let in by a real provider, created, signed out there too, and rejected with the reason', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const admin = await context.newPage()
  await admin.goto(service.signInLink)
  await admin.goto(`${service.url}/#/admin/single-sign-on`)
  await admin.getByLabel('Let people sign in with OpenID Connect').check()
  await admin.getByText('To turn it on, enter a discover URL and a client ID and a client secret.').waitFor()
  await admin
    .getByLabel('Discovery URL', { exact: true })
    .fill(`${provider.url}/.well-known/openid-configuration`)
  await admin.getByLabel('Client ID', { exact: true }).fill(CLIENT.id)
  await admin.getByLabel('Client secret', { exact: true }).fill(CLIENT.secret)
  await admin.getByLabel('Sign out at the provider too').check()
  await admin.getByLabel('Create unknown people as users').check()
  await admin.getByLabel('Root role of new users').selectOption('Editor')
  await expectAccessible(admin, 'single sign-on')
  await admin.getByRole('button', { name: 'Save OpenID Connect' }).click()
  await admin.getByText('OpenID Connect settings saved.').waitFor()
  expect(await admin.getByLabel('Client secret', { exact: true }).inputValue()).toBe('*****')

  const person = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await person.newPage()
  await page.goto(service.url)
  await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).waitFor()
  await expectAccessible(page, 'sign-in page')
  await signInAtProvider(page, 'ann')
  await page.goto(`${service.url}/#/profile`)
  await page.getByText('ann@corp.example').waitFor()
  await page.getByText('Editor', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: /^You: / }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: /Yes, sign me out/ }).click()
  await page.getByRole('link', { name: 'Sign in with OpenID Connect' }).waitFor()

  await admin.getByLabel('Create unknown people as users').uncheck()
  await admin.getByRole('button', { name: 'Save OpenID Connect' }).click()
  await admin.getByText('OpenID Connect settings saved.').last().waitFor()
  await signInAtProvider(page, 'bob')
  await page.getByText('There is no user bob@corp.example').waitFor()

  await admin.goto(`${service.url}/#/admin/logins`)
  await admin.getByRole('row', { name: /bob@corp\.example.*Failed/ }).waitFor()
  await admin.getByRole('row', { name: /ann@corp\.example.*Signed out/ }).waitFor()
  await admin.getByRole('row', { name: /ann@corp\.example.*Signed in/ }).waitFor()
  await expectAccessible(admin, 'login history')
  await person.close()
  await context.close()
})
