// `npm run test:deps`: installs what the tests need beyond npm: on Debian and Ubuntu the libraries of Electron, a
// virtual display, Chromium and curl; elsewhere it lists what is missing. Then a runnable Electron (CONTRIBUTING.md#electron).
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { ensureElectron } from './electron-dist.mjs'

/** Needed packages; of several names, the first that there is: some systems have no Chromium without a window of its own. */
const PACKAGES = [
  ['xvfb'],
  ['xauth'],
  ['libgtk-3-0'],
  ['libnss3'],
  ['libasound2'],
  ['libgbm1'],
  ['chromium-headless-shell', 'chromium'],
  ['curl'],
  ['postgresql'],
]

/** Without these a few tests do not run, and say so. */
const OPTIONAL_PACKAGES = [['pgbouncer'], ['nginx']]

/** Installs what is missing. Throws with what to do, where it cannot. */
export function ensureTestDeps() {
  if (process.platform === 'linux' && existsSync('/usr/bin/apt-get')) {
    installPackages(missingOf(PACKAGES))
    installOptional(missingOf(OPTIONAL_PACKAGES))
  }
  ensureElectron()
}

function installOptional(missing) {
  try {
    installPackages(missing)
  } catch {
    console.error(`[test:deps] not available here: ${missing.flat().join(', ')}. Its tests do not run.`)
  }
}

function missingOf(packages) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status} ${Package} ${Provides}\n'], {
    encoding: 'utf8',
  })
  const installed = stdout.split('\n').filter((line) => line.startsWith('installed '))
  // a package may have been renamed (libasound2 -> libasound2t64): install what provides it
  const isInstalled = (name) => installed.some((line) => line.split(/[ ,]+/).includes(name))
  return packages.filter((alternatives) => !alternatives.some(isInstalled))
}

const isKnown = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

function installPackages(missing) {
  if (missing.length === 0) return
  const sudo = process.getuid() === 0 ? [] : ['sudo', '-n']
  const run = (...args) => {
    const [command, ...rest] = [...sudo, ...args]
    const result = spawnSync(command, rest, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (result.status === 0) return
    const wanted = missing.map((alternatives) => alternatives.join(' or '))
    throw new Error(`Install these packages for the tests: ${wanted.join(', ')}`)
  }
  run('apt-get', 'update', '-qq')
  const names = missing.map((alternatives) => alternatives.find(isKnown) ?? alternatives[0])
  console.error(`[test:deps] installing ${names.join(' ')}`)
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names)
}

if (process.argv[1] === import.meta.filename) ensureTestDeps()
