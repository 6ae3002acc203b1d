import { readFileSync } from 'node:fs'
import path from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { expectAccessible } from '#support/window/browser.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startDesktopApp, type DesktopApp } from '#support/window/desktop-app.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { takePicture } from '#support/window/page.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'

const HOST = 'flags.example'
const authority = makeCertificateAuthority('Company Root')
const issued = authority.issue(HOST, { names: [HOST, 'localhost'] })
const person = authority.issue('boss')

let there: TestBackend
let token: string
let tls: Awaited<ReturnType<typeof startTlsFront>>
let strict: typeof tls
let proxy: ForwardingProxy
beforeAll(async () => {
  there = await startBackend({
    users: [{ username: 'boss', roles: ['Admin'] }],
    env: { HALYARD_ALLOWED_HOSTS: HOST },
  })
  const port = Number(new URL(await there.backend.listen('auto')).port)
  const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
  token = (await there.call(createPat, { as: 'boss', body })).body.secret
  const { cert, key } = issued
  tls = await startTlsFront(port, { cert, key })
  strict = await startTlsFront(port, { cert, key, ca: authority.pem, requestCert: true })
  proxy = await startForwardingProxy({ password: 'ann:proxy-secret' })
})
afterAll(async () => {
  await Promise.all([tls, strict, proxy].map((one) => one.stop()))
  await there.stop()
  authority.remove()
})

let temp: ReturnType<typeof makeTempFolder>
let desktop: DesktopApp | undefined
beforeEach(() => {
  temp = makeTempFolder()
  proxy.asked.length = 0
})
afterEach(async () => {
  await desktop?.close()
  desktop = undefined
  temp.remove()
})

const start = async (options: Parameters<typeof startDesktopApp>[1] = {}) => {
  desktop = await startDesktopApp(temp.folder, options)
  return desktop.page
}
const dialogOf = (page: Page) => page.getByRole('dialog')
const beginProfile = async (page: Page, url: string) => {
  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Manage instances' }).click()
  await page.getByRole('button', { name: 'Add instance' }).click()
  const dialog = dialogOf(page)
  await dialog.getByLabel('Kind').selectOption('remote')
  await dialog.getByLabel('Name', { exact: true }).fill('Staging')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByLabel('Token').fill(token)
  return dialog
}
const create = (page: Page) => dialogOf(page).getByRole('button', { name: 'Add instance' }).click()
const isCreated = (page: Page) => dialogOf(page).waitFor({ state: 'detached' })
const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Open Staging' }).click()
  await page.getByRole('button', { name: 'Instance: Staging' }).waitFor()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
}
const theme = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme })
const inBothThemes = async (page: Page, name: string) => {
  for (const one of ['light', 'dark'] as const) {
    await theme(page, one)
    await takePicture(page, `${name}-${one}`)
  }
  await expectAccessible(page, name)
}

it('an instance with a certificate of an unknown authority is reached by its file and a client certificate', async () => {
  const page = await start()
  const dialog = await beginProfile(page, `https://localhost:${strict.port}`)
  await create(page)
  await dialog
    .getByText('This machine does not trust the certificate of localhost: CN=flags.example')
    .waitFor()
  await inBothThemes(page, 'connection-untrusted')

  await dialog.locator('summary').click()
  await inBothThemes(page, 'connection-open')
  await dialog.getByLabel('Certificate authority', { exact: true }).setInputFiles(authority.file)
  await dialog.getByText('ca.pem').waitFor()
  await create(page)
  await dialog.getByText('localhost requires a client certificate').waitFor()

  const choose = dialog.getByLabel('Client certificate', { exact: true })
  await choose.setInputFiles(person.pkcs12)
  await dialog.getByLabel('Passphrase of the key').fill('wrong')
  await create(page)
  await dialog.getByText('The passphrase is wrong.').waitFor()
  await inBothThemes(page, 'connection-refused')
  await dialog.getByLabel('Passphrase of the key').fill('p12-secret')
  await create(page)
  await isCreated(page)
  await open(page)

  await page.getByRole('button', { name: /^Instance: / }).click()
  await page.getByRole('menuitem', { name: 'Manage instances' }).click()
  await page
    .getByRole('row', { name: /Staging/ })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByText('own authority, client certificate').click()
  await dialog.getByText('CN=Company Root, O=Example Corp, valid to').waitFor()
  await dialog.getByLabel('Proxy', { exact: true }).selectOption('own')
  await inBothThemes(page, 'connection-stored')
  await page.setViewportSize({ width: 900, height: 600 })
  await takePicture(page, 'connection-stored-small')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await isCreated(page)
})

it.each([
  ['the file of the system (SSL_CERT_FILE)', 'SSL_CERT_FILE'],
  ['NODE_EXTRA_CA_CERTS', 'NODE_EXTRA_CA_CERTS'],
])('an authority of %s is trusted', async (_where, variable) => {
  const page = await start({ env: { [variable]: authority.file } })
  await beginProfile(page, `https://localhost:${tls.port}`)
  await create(page)
  await isCreated(page)
  await open(page)
})

it('the system’s proxy is gone through, and one with a password is set in the settings', async () => {
  const system = [`--proxy-server=http://127.0.0.1:${proxy.port}`]
  let page = await start({ args: [...system, `--ca-file=${authority.file}`] })
  const dialog = await beginProfile(page, `https://${HOST}:${tls.port}`)
  await create(page)
  await dialog
    .getByText(`The proxy 127.0.0.1:${proxy.port} (the system) requires a user and a password (407).`)
    .waitFor()
  await inBothThemes(page, 'connection-proxy-refused')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.evaluate(() => (location.hash = '#/settings/network'))
  await page.getByRole('textbox', { name: 'Proxy', exact: true }).fill(proxy.url)
  await page.getByLabel('User of the proxy').fill('ann')
  await page.getByLabel('Password of the proxy').fill('proxy-secret')
  await page.getByRole('textbox', { name: 'Proxy', exact: true }).scrollIntoViewIfNeeded()
  await inBothThemes(page, 'settings-outgoing')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Restart Halyard to use them').waitFor()
  const stored = JSON.parse(readFileSync(path.join(temp.folder, 'settings.json'), 'utf8')) as object
  expect(stored).toEqual({ proxy: proxy.url, proxyUser: 'ann', proxyPassword: 'proxy-secret' })
  await desktop?.close()

  page = await start({ args: [`--ca-file=${authority.file}`] })
  await beginProfile(page, `https://${HOST}:${tls.port}`)
  await create(page)
  await isCreated(page)
  await open(page)
  // and nothing else: the app calls nobody of its own accord
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${HOST}:${tls.port}`]))
})
