import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'

import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { freePort } from '#support/runner/free-port.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { startBackend } from '#support/service/start-backend.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { startTlsFront } from '#support/stand-ins/tls-front.ts'

const dist = path.join(root, 'dist')
const executable = path.join(dist, 'linux-unpacked/halyard')
const temp = makeTempFolder()
afterAll(() => temp.remove())

/** Fuses of Electron 33, in their order, as the packages must have them. */
const FUSES = {
  runAsNode: '0',
  cookieEncryption: '1',
  nodeOptions: '0',
  nodeCliInspect: '0',
  embeddedAsarIntegrityValidation: '1',
  onlyLoadAppFromAsar: '1',
  loadBrowserProcessSpecificV8Snapshot: '0',
  grantFileProtocolExtraPrivileges: '0',
}

/** Connects as a debugger of pages: the fuses keep every other one out. */
async function connect(port: number): Promise<Browser> {
  let browser: Browser | undefined
  await expect
    .poll(async () => {
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined)
      return browser?.contexts()[0]?.pages().length ?? 0
    })
    .toBeGreaterThan(0)
  if (!browser) throw new Error('not connected')
  return browser
}

describe('the packaged app', () => {
  it('has its fuses set', () => {
    const binary = readFileSync(executable, 'latin1')
    const at = binary.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
    const wire = binary.slice(at + 34, at + 34 + Object.keys(FUSES).length)
    expect(Object.fromEntries(Object.keys(FUSES).map((name, index) => [name, wire[index]]))).toEqual(FUSES)
  })

  it('does not run as Node, whatever the environment says', async () => {
    const script = path.join(temp.folder, 'evil.js')
    const marker = path.join(temp.folder, 'ran')
    writeFileSync(script, `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`)
    const app = new Program(executable, [script], {
      env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require ${script}`, DISPLAY: '' },
    })
    // without a display it ends
    await Promise.race([app.ends(), delay(10_000)])
    await app.stop('SIGKILL')
    expect(existsSync(marker)).toBe(false)
  })

  it('starts on its own, serves, opens a scenario file, and ends when told to', async () => {
    const file = path.join(temp.folder, 'team.halyard')
    writeFileSync(file, 'scenario: 1\ntagTypes:\n  - { name: team, description: Team }\n')
    const debugging = await freePort()
    const app = new Program(
      executable,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--remote-debugging-port=${debugging}`,
        `--data-dir=${path.join(temp.folder, 'data')}`,
        '--port=0',
        file,
      ],
      { cwd: temp.folder },
    )
    const browser = await connect(debugging)
    const page = browser.contexts()[0]?.pages()[0] as Page
    await page.getByText('Read from team.halyard.').waitFor()
    const url = await page.getByRole('contentinfo').locator('code').textContent()
    expect((await fetch(`${url}/health`)).status).toBe(200)
    await app.stop('SIGTERM')
    expect(await fetch(`${url}/health`).catch(() => 'ended')).toBe('ended')
  })

  // its fuses have Electron take NODE_EXTRA_CA_CERTS away, before Halyard could read it
  it.each(['HALYARD_CA_FILE', 'SSL_CERT_FILE'])('trusts an authority of %s', async (variable) => {
    const authority = makeCertificateAuthority('Company Root')
    const { cert, key } = authority.issue('localhost')
    const there = await startBackend({ users: [{ username: 'boss', roles: ['Admin'] }] })
    const tls = await startTlsFront(Number(new URL(await there.backend.listen('auto')).port), { cert, key })
    const body = { description: 'desktop', expiresAt: '2099-01-01T00:00:00.000Z' }
    const { secret } = (await there.call(createPat, { as: 'boss', body })).body
    const debugging = await freePort()
    const app = new Program(
      executable,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        `--remote-debugging-port=${debugging}`,
        `--data-dir=${path.join(temp.folder, variable)}`,
        '--port=0',
      ],
      { cwd: temp.folder, env: { [variable]: authority.file } },
    )
    const browser = await connect(debugging)
    const page = browser.contexts()[0]?.pages()[0] as Page
    await page.getByRole('button', { name: /^Instance: / }).click()
    await page.getByRole('menuitem', { name: 'Manage instances' }).click()
    await page.getByRole('button', { name: 'Add instance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('remote')
    await dialog.getByLabel('Name', { exact: true }).fill('Staging')
    await dialog.getByLabel('Address').fill(`https://localhost:${tls.port}`)
    await dialog.getByLabel('Token').fill(secret)
    await dialog.getByRole('button', { name: 'Add instance' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Staging', exact: true }).waitFor()
    await app.stop('SIGTERM')
    await tls.stop()
    await there.stop()
    authority.remove()
  })

  it.runIf(existsSync(dist) && readdirSync(dist).some((name) => name.endsWith('.deb')))(
    'is a package of Debian with its icon, its link scheme and its sandbox',
    async () => {
      const deb = readdirSync(dist).find((name) => name.endsWith('.deb')) ?? ''
      const list = await runProgram('dpkg-deb', ['-c', path.join(dist, deb)])
      expect(list).toMatch(/^-rwsr-xr-x root\/root .*\.\/opt\/Halyard\/chrome-sandbox$/m)
      for (const name of ['applications/halyard.desktop', 'apps/halyard.png', 'packages/halyard.xml'])
        expect(list).toContain(name)
      const entry = readFileSync(path.join(root, 'packaging/linux/halyard.desktop'), 'utf8')
      expect(entry).toContain('x-scheme-handler/halyard;')
    },
  )
})
