import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { userEnvironment } from '#support/runner/user-environment.ts'

/** Versions of the original service that the suite meets. */
export const ORIGINAL_VERSIONS = ['7.6.5', '8.2.0'] as const
export type OriginalVersion = (typeof ORIGINAL_VERSIONS)[number]

/** The suite cannot run on this machine: nothing of it has failed. */
export class CannotRun extends Error {}

/** Outside of the repository: nothing that is written here can become a part of it (ADR 61). */
const CACHE = path.join(os.homedir(), '.cache', 'halyard-interop')

/**
 * Installs a version of the original service from the npm registry, once for this machine, and returns its folder.
 * The folder is moved into place when it is complete, so runs can install at once. Throws CannotRun.
 */
export async function installOriginal(version: OriginalVersion): Promise<string> {
  const folder = path.join(CACHE, `unleash-server-${version}`)
  // npm writes it last
  const isComplete = () => existsSync(path.join(folder, 'package-lock.json'))
  if (isComplete()) return folder
  mkdirSync(CACHE, { recursive: true })
  const fresh = mkdtempSync(path.join(CACHE, 'installing-'))
  try {
    writeFileSync(path.join(fresh, 'package.json'), '{ "private": true }')
    await install(`unleash-server@${version}`, fresh)
    if (!isComplete()) rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
  } catch (error) {
    // another run was faster
    if (!isComplete()) throw error
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return folder
}

async function install(wanted: string, folder: string): Promise<void> {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // a registry that cannot be reached is known within two minutes
  const args = ['install', ...quietly, '--fetch-retries=1', '--fetch-timeout=60000', wanted]
  const npm = spawn('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
    // npm of an `npm run` names the repository as the place to install to
    env: userEnvironment({ npm_config_local_prefix: folder }),
  })
  let errors = ''
  npm.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    npm.once('error', () => resolve(null))
    npm.once('close', resolve)
  })
  if (code === 0) return
  const [line = 'npm cannot be started'] = errors.split('\n').filter((one) => one.includes('error'))
  throw new CannotRun(`${wanted} cannot be installed from the npm registry: ${line.trim()}`)
}
