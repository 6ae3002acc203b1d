import http from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Browser, Page } from 'playwright-core'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findFreePort } from '#main/cli/port-owner.ts'
import { getGroups } from '#shared/access/contract/groups.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { setSamlSettings } from '#shared/access/contract/saml.ts'
import { launchBrowser } from '#support/window/browser.ts'
import { OTHER, PROVIDER } from '#support/stand-ins/saml-answers.ts'
import { startService, type Service } from '#support/service/service.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

// its schema check needs Java; the messages of this test are its own
setSchemaValidator({ validate: () => Promise.resolve('not checked') })

const temp = makeTempFolder()
let service: Service
let browser: Browser
let provider: { url: string; stop: () => void }
/** Person that the provider's session is of, with the groups that it sends. */
const person = { email: 'ann@example.com', groups: '["ops","qa"]' }
let key = PROVIDER.key
let signedOut = 0

beforeAll(async () => {
  const port = (await findFreePort(20_000 + Math.floor(Math.random() * 20_000), '127.0.0.1')) ?? 0
  service = await startService({ dataDir: temp.folder, port })
  provider = await startProvider()
  await service.call(createGroup, { body: { name: 'Operations', mappingsSSO: ['ops'] } })
  await service.call(setSamlSettings, {
    body: {
      enabled: true,
      entityId: `${provider.url}/metadata`,
      signOnUrl: `${provider.url}/sso`,
      signOutUrl: `${provider.url}/slo`,
      certificate: PROVIDER.certificate,
      spCertificate: OTHER.key + OTHER.certificate,
      autoCreate: true,
      defaultRootRole: 'Viewer',
      enableGroupSyncing: true,
      groupJsonPath: 'groups',
    },
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  provider?.stop()
  temp.remove()
})

const REDIRECT = Constants.namespace.binding.redirect

/** An identity provider that wants signed requests, and takes everybody for one person. */
async function startProvider() {
  const server = http.createServer((request, response) => {
    answer(new URL(request.url ?? '/', url)).then(
      ({ location, page }) => {
        response.writeHead(location ? 302 : 200, location ? { location } : { 'content-type': 'text/html' })
        response.end(page ?? '')
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp = () =>
    IdentityProvider({
      entityID: `${url}/metadata`,
      privateKey: key,
      signingCert: PROVIDER.certificate,
      wantAuthnRequestsSigned: true,
      wantLogoutRequestSigned: true,
      requestSignatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
      nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
      singleSignOnService: [{ Binding: REDIRECT, Location: `${url}/sso` }],
      singleLogoutService: [{ Binding: REDIRECT, Location: `${url}/slo` }],
      loginResponseTemplate: {
        context: SamlLib.defaultLoginResponseTemplate.context,
        attributes: [
          {
            name: 'groups',
            valueTag: 'groups',
            nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
            valueXsiType: 'xs:string',
          },
        ],
      },
    })
  const serviceProvider = async () =>
    ServiceProvider({ metadata: await (await fetch(`${service.url}/auth/saml/metadata`)).text() })
  const octetsOf = (query: URLSearchParams) =>
    ['SAMLRequest', 'RelayState', 'SigAlg']
      .filter((name) => query.has(name))
      .map((name) => `${name}=${encodeURIComponent(query.get(name) ?? '')}`)
      .join('&')

  async function answer({
    pathname,
    searchParams: query,
  }: URL): Promise<{ location?: string; page?: string }> {
    const sp = await serviceProvider()
    const received = { query: Object.fromEntries(query), octetString: octetsOf(query) }
    if (pathname === '/slo') {
      if (!query.has('SAMLRequest')) return { page: 'signed out' }
      const { extract } = await idp().parseLogoutRequest(sp, 'redirect', received)
      signedOut++
      return {
        location: (idp().createLogoutResponse(sp, { extract }, 'redirect', '') as { context: string })
          .context,
      }
    }
    const info = await idp().parseLoginRequest(sp, 'redirect', received)
    const { context } = await idp().createLoginResponse(
      sp,
      { ...info },
      'post',
      person,
      (template: string) => {
        const now = Date.now()
        const acs = sp.entityMeta.getAssertionConsumerService('post') as string
        const id = `_${now.toString(16)}${Math.random().toString(16).slice(2)}`
        const tags = {
          ID: id,
          AssertionID: `${id}a`,
          Destination: acs,
          Audience: sp.entityMeta.getEntityID(),
          EntityID: sp.entityMeta.getEntityID(),
          SubjectRecipient: acs,
          AssertionConsumerServiceURL: acs,
          Issuer: `${url}/metadata`,
          IssueInstant: new Date(now).toISOString(),
          StatusCode: Constants.StatusCode.Success,
          ConditionsNotBefore: new Date(now - 1000).toISOString(),
          ConditionsNotOnOrAfter: new Date(now + 300_000).toISOString(),
          SubjectConfirmationDataNotOnOrAfter: new Date(now + 300_000).toISOString(),
          NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
          NameID: person.email,
          InResponseTo: (info.extract as { request: { id: string } }).request.id,
          AuthnStatement: '',
          attrGroups: person.groups,
        }
        return { id, context: SamlLib.replaceTagsByValue(template, tags) }
      },
    )
    return {
      page: `<form method="post" action="${service.url}/auth/saml/callback"><input type="hidden" name="SAMLResponse" value="${context}"></form><script>document.forms[0].submit()</script>`,
    }
  }
  return { url, stop: () => void server.close() }
}

async function inNewBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  await work(await context.newPage())
  await context.close()
}
const membersOf = async (name: string) => {
  const { groups } = await service.call(getGroups, {})
  return groups.find((group) => group.name === name)?.users.map(({ user }) => user.email)
}
const newest = async () => {
  const { events } = (await service.call('GET', '/api/admin/logins?type=all')) as { events: unknown[] }
  return events[0]
}

it('a person signs in at a SAML provider, joins groups, signs out of both and leaves groups', async () => {
  await inNewBrowser(async (page) => {
    await page.goto(`${service.url}/auth/saml/login`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    const me = (await (await page.request.get(`${service.url}/api/admin/user`)).json()) as {
      user: { email: string }
    }
    expect(me.user.email).toBe('ann@example.com')
    expect(await membersOf('Operations')).toEqual(['ann@example.com'])
    await page.getByRole('button', { name: /^You: / }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/signed-out/)
    expect(signedOut).toBe(1)
    expect((await page.request.get(`${service.url}/api/admin/user`)).status()).toBe(401)

    person.groups = '["qa"]'
    await page.goto(`${service.url}/auth/saml/login`)
    await page.getByRole('link', { name: 'Default' }).waitFor()
    expect(await membersOf('Operations')).toEqual([])
  })
})

it('a person whose provider signs with another key is told why, and so is the login history', async () => {
  key = OTHER.key
  await inNewBrowser(async (page) => {
    await page.goto(`${service.url}/auth/saml/login`)
    await page.waitForURL(/sign-in-failed=/)
    expect((await page.request.get(`${service.url}/api/admin/user`)).status()).toBe(401)
  })
  expect(await newest()).toMatchObject({ successful: false, auth_type: 'saml' })
  key = PROVIDER.key
})
