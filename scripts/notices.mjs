// What packages say of what is in them: the licences of the bundled libraries as people read them, and a bill of materials as tools do
// (CycloneDX, by npm itself). Both follow from what the build wrote down (`bundledPackages` in electron.vite.config.ts), so that two builds
// of one commit are equal.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const BUNDLES = ['main', 'renderer']
const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i

/** Folders of the libraries in the bundle, below the root. */
function bundled() {
  const folders = BUNDLES.flatMap((name) => {
    const file = path.join(root, 'out/bundled', `${name}.json`)
    if (!existsSync(file)) throw new Error('There is no build that lists its libraries: run npm run build')
    return JSON.parse(readFileSync(file, 'utf8'))
  })
  return [...new Set(folders)].sort()
}

/** Writes `third-party-licences.txt` and `sbom.cdx.json` into a folder. */
export function writeNotices(folder) {
  const libraries = bundled().map(libraryAt)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'third-party-licences.txt'), noticesOf(libraries))
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOf(libraries))}\n`)
}

function libraryAt(folder) {
  const at = path.join(root, folder)
  const { name, version, license } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'))
  const text = readdirSync(at)
    .filter((file) => LICENCE.test(file))
    .sort()
    .map((file) => readFileSync(path.join(at, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
  if (typeof license !== 'string' && text === '') throw new Error(`${name} does not say its licence`)
  return {
    reference: `${name}@${version}`,
    licence: typeof license === 'string' ? license : 'see below',
    text,
  }
}

/** Each text once, below all libraries that have it. */
function noticesOf(libraries) {
  const texts = [...new Set(libraries.map(({ text }) => text))]
  const headOf = (text) =>
    libraries
      .filter((one) => one.text === text)
      .map(({ reference, licence }) => `${reference} (${licence})\n`)
      .join('')
  return texts.map((text) => `${headOf(text)}\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

/** npm's own list of what is installed, less what is not in the bundle, and less what differs each time. */
function billOf(libraries) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const { dependencies: _dependencies, ...bill } = JSON.parse(stdout)
  const wanted = new Set(libraries.map(({ reference }) => reference))
  const components = bill.components.filter((one) => wanted.delete(one['bom-ref']))
  if (wanted.size > 0) throw new Error(`npm does not know ${[...wanted].join(', ')}`)
  const { timestamp: _timestamp, ...metadata } = bill.metadata
  const hash = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const serialNumber = `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-5$3-8$4-$5')}`
  return { ...bill, serialNumber, metadata, components }
}

/** Writes the SHA-256 of files beside them, as `sha256sum --check` reads it. */
export function writeChecksums(folder, files) {
  const lines = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(path.join(folder, 'SHA256SUMS'), lines.join(''))
}
