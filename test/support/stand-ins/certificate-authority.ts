import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { makeTempFolder } from '../runner/temp-folder.ts'

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']

/** Certificate with its key, as PEM. */
export interface Issued {
  cert: string
  key: string
  /** Both in one file. */
  file: string
  /** Both as PKCS#12, protected by the passphrase `p12-secret`. */
  pkcs12: string
}

export interface CertificateAuthority {
  /** PEM file of the authority, and its text. */
  file: string
  pem: string
  /** Issues a certificate for names or addresses. It has `days` to live, from today; negative: it has expired. */
  issue(name: string, options?: { names?: readonly string[]; days?: number }): Issued
  remove(): void
}

/** Makes a certificate authority of its own, by openssl, in a folder of its own. */
export function makeCertificateAuthority(name: string): CertificateAuthority {
  const { folder, remove } = makeTempFolder('halyard-pki-')
  const at = (file: string) => path.join(folder, file)
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-subj',
    `/O=Example Corp/CN=${name}`,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  let count = 0
  return {
    file: at('ca.pem'),
    pem: readFileSync(at('ca.pem'), 'utf8'),
    issue: (subject, { names = [subject], days = 2 } = {}) => {
      const base = `issued-${++count}`
      const san = names.map((one) => (/^[\d.]+$|:/.test(one) ? `IP:${one}` : `DNS:${one}`)).join(',')
      writeFileSync(at(`${base}.ext`), `subjectAltName=${san}`)
      openssl('req', ...KEY, '-subj', `/CN=${subject}`, '-keyout', `${base}.key`, '-out', `${base}.csr`)
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', `${base}.ext`]
      openssl('x509', '-req', '-in', `${base}.csr`, ...signing, '-days', String(days), '-out', `${base}.pem`)
      const [cert, key] = [readFileSync(at(`${base}.pem`), 'utf8'), readFileSync(at(`${base}.key`), 'utf8')]
      const file = at(`${base}.both.pem`)
      writeFileSync(file, cert + key)
      const pkcs12 = at(`${base}.p12`)
      openssl('pkcs12', '-export', '-in', file, '-out', pkcs12, '-passout', 'pass:p12-secret')
      return { cert, key, file, pkcs12 }
    },
    remove,
  }
}
