// `npm run build`: builds, and notes of which sources. `npm start` and the tests build only where a source has changed since.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** All that a build reads: the guide is part of it, and libraries are those of the lock file. */
const SOURCES = [
  ...['src-main', 'src-shared', 'src-renderer', 'resources', 'docs', 'scripts'],
  ...['electron.vite.config.ts', 'svelte.config.js', 'tsconfig.json', 'tsconfig.base.json'],
  ...['package.json', 'package-lock.json'],
]

/** Files below folders, and files, in one order on all systems. */
function* filesOf(root, names) {
  for (const name of names) {
    const folder = path.join(root, name)
    const found = readdirSync(folder, { withFileTypes: true, recursive: true })
    const files = found.filter((entry) => entry.isFile())
    yield* files.map((file) => path.join(path.relative(root, file.parentPath), file.name)).sort()
  }
}

/** Digest of the names and contents of all sources. */
function digestOf(root) {
  const folders = SOURCES.filter((name) => path.extname(name) === '')
  const single = SOURCES.filter((name) => path.extname(name) !== '')
  const digest = createHash('sha256')
  for (const file of [...filesOf(root, folders), ...single]) {
    const content = readFileSync(path.join(root, file))
    digest.update(`${file}\0${content.length}\0`).update(content)
  }
  return digest.digest('hex')
}

const noteOf = (root) => path.join(root, 'out/built-from')

/** Builds all of it. Answers the status of the bundler: 0 is success. */
export function build(root, args = ['--logLevel', 'warn']) {
  const digest = digestOf(root) // before: what is changed meanwhile is built the next time
  rmSync(noteOf(root), { force: true })
  const bundler = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const { status } = spawnSync(process.execPath, [bundler, 'build', ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status === 0) writeFileSync(noteOf(root), digest)
  return status ?? 1
}

/** Has what stands in `out` been built from the sources as they are? */
export function isBuilt(root) {
  if (![noteOf(root), path.join(root, 'out/main/main.js')].every((file) => existsSync(file))) return false
  return readFileSync(noteOf(root), 'utf8') === digestOf(root)
}

/** Forgets of which sources `out` was built, for whoever puts something else there. */
export const forgetBuild = (root) => rmSync(noteOf(root), { force: true })

if (process.argv[1] === import.meta.filename)
  process.exit(build(path.resolve(import.meta.dirname, '..'), process.argv.slice(2)))
