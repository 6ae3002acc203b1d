import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

import { messageOf } from '#shared/errors/message-of.ts'

/** Files in which distributions keep their certificates: Debian, Fedora, openSUSE, RHEL, Alpine, FreeBSD. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/usr/local/etc/ssl/cert.pem',
]
/** Files of a folder of certificates that are read. */
const MAX_FILES = 2000
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Splits a text into the PEM certificates in it. */
export const certificatesIn = (pem: string): string[] => pem.match(CERTIFICATE) ?? []

interface Options {
  env: NodeJS.ProcessEnv
  platform?: NodeJS.Platform
  warn: (problem: string) => void
}

/**
 * Reads the certificate authorities of the operating system. On Linux these are files, as OpenSSL and its variables SSL_CERT_FILE
 * and SSL_CERT_DIR have them. macOS and Windows need Node.js 22.15 or 24; before, their stores stay unread.
 */
export async function readSystemCertificates({
  env,
  platform = process.platform,
  warn,
}: Options): Promise<string[]> {
  if (platform === 'darwin' || platform === 'win32') return readStore(warn)
  const { SSL_CERT_FILE: file, SSL_CERT_DIR: folders } = env
  const texts = [
    file ? await readNamed(file, 'SSL_CERT_FILE', warn) : await readFirst(BUNDLES),
    ...(folders ? await readFolders(folders.split(path.delimiter), warn) : []),
  ]
  return certificatesIn(texts.join('\n'))
}

async function readFirst(files: readonly string[]): Promise<string> {
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => undefined)
    if (text !== undefined) return text
  }
  return ''
}

/** Reads a file that a variable names. One that cannot be read is reported, and has no certificates. */
export async function readNamed(file: string, variable: string, warn: Options['warn']): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    warn(`${variable} names ${file}, which cannot be read: ${messageOf(error)}`)
    return ''
  }
}

async function readFolders(folders: readonly string[], warn: Options['warn']): Promise<string[]> {
  const texts: string[] = []
  for (const folder of folders.filter((one) => one !== '')) {
    const names = await readdir(folder).catch((error: unknown) => {
      warn(`SSL_CERT_DIR names ${folder}, which cannot be read: ${messageOf(error)}`)
      return []
    })
    for (const name of names.sort().slice(0, MAX_FILES - texts.length))
      texts.push(await readFile(path.join(folder, name), 'utf8').catch(() => ''))
  }
  return texts
}

const IN_WORKER = `const { parentPort } = require('node:worker_threads')
parentPort.postMessage(require('node:tls').getCACertificates('system'))`

/** Reads the store in another thread: it can take hundreds of milliseconds. */
function readStore(warn: Options['warn']): Promise<string[]> {
  if (!('getCACertificates' in tls)) return Promise.resolve([])
  return new Promise((resolve) => {
    const worker = new Worker(IN_WORKER, { eval: true, execArgv: [] })
    worker.once('message', (found: string[]) => resolve(found))
    worker.once('error', (error: Error) => {
      warn(`The certificates of the system cannot be read: ${error.message}`)
      resolve([])
    })
    worker.once('exit', () => resolve([]))
  })
}
