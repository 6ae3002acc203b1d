import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'

import { afterAll, expect, it } from 'vitest'

import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readSystemCertificates } from './system-certificates.ts'

const authority = makeCertificateAuthority('System Root')
const other = makeCertificateAuthority('Another Root')
const temp = makeTempFolder()
afterAll(() => {
  authority.remove()
  other.remove()
  temp.remove()
})

const trimmed = (pem: string) => pem.trim()
const read = async (env: NodeJS.ProcessEnv) => {
  const warnings: string[] = []
  const found = await readSystemCertificates({ env, platform: 'linux', warn: (text) => warnings.push(text) })
  return { found: found.map(trimmed), warnings }
}

it('the certificates of the system are those of the file of its distribution, or of SSL_CERT_FILE', async () => {
  expect((await read({ SSL_CERT_FILE: authority.file })).found).toEqual([trimmed(authority.pem)])
  const { found } = await read({})
  expect(found).not.toContain(trimmed(authority.pem))
})

it('the folders of SSL_CERT_DIR are read, too, and what is no certificate in them is left out', async () => {
  const folder = path.join(temp.folder, 'certs')
  mkdirSync(path.join(folder, 'inner'), { recursive: true })
  writeFileSync(path.join(folder, 'a.pem'), `a comment\n${other.pem}\n${authority.pem}`)
  writeFileSync(path.join(folder, 'readme'), 'no certificate')
  const env = { SSL_CERT_FILE: '/nowhere.pem', SSL_CERT_DIR: `/nowhere:${folder}` }
  expect(await read(env)).toEqual({
    found: [trimmed(other.pem), trimmed(authority.pem)],
    warnings: [
      expect.stringMatching(/^SSL_CERT_FILE names \/nowhere\.pem, which cannot be read: ENOENT/),
      expect.stringMatching(/^SSL_CERT_DIR names \/nowhere, which cannot be read: ENOENT/),
    ],
  })
})

// macOS and Windows have a store instead of files; Node.js reads the files of this system in its place
it.runIf('getCACertificates' in tls)(
  'the store of other systems is read by Node.js, in another thread',
  () => {
    const script = `import { readSystemCertificates } from ${JSON.stringify(path.join(import.meta.dirname, 'system-certificates.ts'))}
const found = await readSystemCertificates({ env: {}, platform: 'darwin', warn: console.error })
console.log(JSON.stringify(found))`
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { SSL_CERT_FILE: authority.file, SSL_CERT_DIR: path.join(temp.folder, 'none') },
      encoding: 'utf8',
    })
    expect((JSON.parse(out) as string[]).map(trimmed)).toEqual([trimmed(authority.pem)])
  },
)
