// `npm run package:app [-- target ...]`: builds and packs the desktop app into dist/ (docs/platforms.md#packages). Without targets: those of the
// system. `npm run package:app -- dir` makes the unpacked app alone, and `-- local` also tar.gz and deb on Linux, which need
// no network: electron-builder fetches the tools for its own from GitHub. With `--no-build`, packs what is built; with `--test`,
// starts the result (test/e2e/packaged).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { writeChecksums, writeNotices } from './notices.mjs'

const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)
const args = process.argv.slice(2)
const targets = args.filter((arg) => !arg.startsWith('--'))
const isLocal = targets.includes('local')
const { version, description, author } = JSON.parse(readFileSync(at('package.json'), 'utf8'))

function run(command, commandArgs, options = {}) {
  const { status } = spawnSync(command, commandArgs, { cwd: root, stdio: 'inherit', ...options })
  if (status !== 0) process.exit(status ?? 1)
}

/** Packs with the Electron that is installed here; on other machines electron-builder fetches the official one. */
function buildApp() {
  const own = at('node_modules/electron/dist')
  const release = existsSync(path.join(own, 'version'))
    ? readFileSync(path.join(own, 'version'), 'utf8').trim()
    : ''
  if (release !== '' && Number.parseInt(release) < 40)
    console.error(
      `Electron ${release} gets no security fixes: try this package, but do not give it to anybody (CONTRIBUTING.md#electron).`,
    )
  run(process.execPath, [
    at('packaging/node_modules/electron-builder/cli.js'),
    '--projectDir',
    root,
    '--config',
    'packaging/electron-builder.yml',
    ...(isLocal ? ['dir'] : targets).flatMap((target) => ['--' + platform(), target]),
    '--publish',
    'never',
    ...(release === '' ? [] : [`-c.electronDist=${own}`, `-c.electronVersion=${release}`]),
  ])
}

const platform = () => ({ linux: 'linux', darwin: 'mac', win32: 'win' })[process.platform]

/** Packs the unpacked app as a tar.gz, and as a package of Debian where its tools are there. */
function packLocally() {
  const app = at('dist/linux-unpacked')
  const name = `halyard-${version}-linux-x64`
  run('tar', [
    '-czf',
    at('dist', `${name}.tar.gz`),
    '--transform',
    `s/^linux-unpacked/${name}/`,
    '-C',
    at('dist'),
    'linux-unpacked',
  ])
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) return console.error('No dpkg-deb: no deb.')
  const stage = at('dist/deb')
  const to = (...parts) => path.join(stage, ...parts)
  rmSync(stage, { recursive: true, force: true })
  for (const folder of [
    'DEBIAN',
    'opt',
    'usr/share/applications',
    'usr/share/icons/hicolor/512x512/apps',
    'usr/share/mime/packages',
  ])
    mkdirSync(to(folder), { recursive: true })
  cpSync(app, to('opt/Halyard'), { recursive: true })
  cpSync(at('packaging/icon.png'), to('usr/share/icons/hicolor/512x512/apps/halyard.png'))
  for (const file of ['halyard.desktop', 'halyard.xml'])
    cpSync(
      at('packaging/linux', file),
      to(file.endsWith('xml') ? 'usr/share/mime/packages' : 'usr/share/applications', file),
    )
  // the sandbox of Chromium, where the kernel gives plain users no namespaces
  run('chmod', ['4755', to('opt/Halyard/chrome-sandbox')])
  const control = {
    Package: 'halyard',
    Version: version,
    Architecture: 'amd64',
    Maintainer: author,
    Depends: 'libgtk-3-0 | libgtk-3-0t64, libnss3, libasound2 | libasound2t64, libgbm1',
    Section: 'devel',
    Priority: 'optional',
    Description: description,
  }
  writeFileSync(
    to('DEBIAN/control'),
    Object.entries(control)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  )
  run('dpkg-deb', [
    '--root-owner-group',
    '-Zgzip',
    '-z6',
    '--build',
    stage,
    at('dist', `halyard_${version}_amd64.deb`),
  ])
  rmSync(stage, { recursive: true })
}

if (!args.includes('--no-build')) run('npm', ['run', 'build'])
if (!existsSync(at('packaging/node_modules/electron-builder')))
  run('npm', ['ci', '--ignore-scripts', '--prefix', at('packaging')])
writeNotices(at('out/notices'))
buildApp()
if (isLocal) packLocally()
const made = readdirSync(at('dist')).filter((file) => /\.(?:AppImage|deb|dmg|exe|gz|zip)$/.test(file))
if (made.length > 0) writeChecksums(at('dist'), made.sort())
if (args.includes('--test'))
  run(
    'xvfb-run',
    ['-a', process.execPath, at('node_modules/vitest/vitest.mjs'), 'run', '--project', 'packaged'],
    {
      env: { ...process.env, HALYARD_PACKAGED: '1' },
    },
  )
