// `npm run package`: builds, and packs Halyard without Electron into out/halyard-VERSION.tgz (ADR 55). Everything is in the
// bundle, so the package has no dependencies. With `--no-build`, packs what is built.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { build } from './build.mjs'
import { writeChecksums, writeNotices } from './notices.mjs'

const root = path.resolve(import.meta.dirname, '..')
const at = (...parts) => path.join(root, ...parts)
const stage = at('out/package')
const to = (...parts) => path.join(stage, ...parts)

function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    ...options,
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
  return result.stdout
}

/** Modules that entries load, themselves included, with the files that stand beside them. */
function reachable(folder, entries) {
  const names = new Set(readdirSync(path.join(folder, 'chunks')))
  const found = new Set(entries)
  for (const file of found) {
    if (!file.endsWith('.js')) continue
    for (const [name] of readFileSync(path.join(folder, file), 'utf8').matchAll(/[\w.-]+\.(?:js|wasm)\b/g))
      if (names.has(name)) found.add(path.join('chunks', name))
  }
  return [...found]
}

/** Puts a compressed file into the place of a file. */
function compress(file) {
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  rmSync(file)
}

/** Copies the pages: what is large is kept compressed, and sent so (src-main/transport/http/files.ts). */
function copyPages(from, target) {
  cpSync(from, target, { recursive: true })
  const assets = path.join(target, 'assets')
  for (const name of readdirSync(assets)) {
    const file = path.join(assets, name)
    if (/\.(?:js|css)$/.test(name)) compress(file)
  }
}

if (!process.argv.includes('--no-build') && build(root) !== 0) throw new Error('The build failed')
if (!existsSync(at('out/main/cli.js'))) throw new Error('There is no build: run npm run build')

rmSync(stage, { recursive: true, force: true })
for (const file of reachable(at('out/main'), ['cli.js', 'testing.js', 'code-scan.js', 'worker.js']))
  cpSync(at('out/main', file), to('out/main', file))
for (const name of readdirSync(to('out/main/chunks')))
  if (name.endsWith('.wasm')) compress(to('out/main/chunks', name)) // read by src-main/app/read-wasm.ts
copyPages(at('out/renderer'), to('out/renderer'))
// the guide would be a quarter of the package
rmSync(to('out/renderer/help'), { recursive: true, force: true })
for (const file of ['LICENSE', 'scripts/halyard.mjs', 'resources/scenario.schema.json'])
  cpSync(at(file), to(file))
cpSync(at('resources/package'), stage, { recursive: true })
writeNotices(stage)

// the types of the tests' entry stand alone: what is declared there, and the function
const types = readFileSync(at('src-main/testing/test-halyard.ts'), 'utf8')
writeFileSync(
  to('testing.d.ts'),
  `${types}
/** Starts a feature-flag service for tests. */
export declare function startHalyard(options?: HalyardOptions): Promise<TestHalyard>
`,
)

const { name, version, description, author, license, engines } = JSON.parse(
  readFileSync(at('package.json'), 'utf8'),
)
writeFileSync(
  to('package.json'),
  `${JSON.stringify(
    {
      ...{ name, version, description, author, license, engines },
      type: 'module',
      bin: { halyard: './scripts/halyard.mjs' },
      man: './man/halyard.1',
      exports: {
        './testing': {
          types: './testing.d.ts',
          import: './out/main/testing.js',
          require: './testing.cjs',
        },
        './package.json': './package.json',
      },
    },
    null,
    2,
  )}\n`,
)
// with the version of the package, which it reads from there
mkdirSync(to('man'))
const cli = [to('scripts/halyard.mjs')]
writeFileSync(to('man/halyard.1'), run(process.execPath, [...cli, 'man']))
// two machines make one package: npm keeps the rights of files, which follow from who checked them out
for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
  const isProgram = entry.isDirectory() || entry.name === 'halyard.mjs'
  chmodSync(path.join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
}
const [packed] = JSON.parse(
  run('npm', ['pack', '--json', '--pack-destination', at('out')], {
    cwd: stage,
    shell: process.platform === 'win32',
  }),
)
writeChecksums(at('out'), [packed.filename])
process.stdout.write(
  `out/${packed.filename}: ${packed.entryCount} files, ${(packed.size / 1e6).toFixed(2)} MB packed, ${(packed.unpackedSize / 1e6).toFixed(2)} MB unpacked\n`,
)
