import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

/**
 * Packages that a start loads: what it needs until the first answer. A library for a feature that not every instance
 * uses is loaded by that feature (`onFirstUse` in src-main/runtime/on-first-use.ts).
 */
const AT_THE_START = [
  '@trpc/server',
  'cookie',
  'electron',
  'fast-json-patch',
  'fastify',
  'find-my-way',
  'ip-address',
  'ipaddr.js',
  'kysely',
  'murmurhash3js',
  'pino',
  're2js',
  'semver',
  'sql.js',
  'ulid',
  'zod',
]

/** Imports and re-exports that are run, and not for types alone. */
const STATIC = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?'([^']+)'/gm

const { imports: ROOMS } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
}

/** The file that an import of ours names, from the root: `#kernel/clock.ts`, `./clock.ts`. Nothing for a package. */
function ownFile(module: string, name: string): string | undefined {
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(module), name)
  const [room, folder] = Object.entries(ROOMS).find(([key]) => name.startsWith(key.slice(0, -1))) ?? []
  return room && folder && path.posix.join(folder.slice(0, -1), name.slice(room.length - 1))
}

/** Finds the packages that a module imports, itself and by modules of ours. */
function packagesOf(entries: readonly string[]): { packages: Set<string>; modules: Set<string> } {
  const packages = new Set<string>()
  const modules = new Set(entries)
  for (const module of modules)
    for (const [, name = ''] of readFileSync(module, 'utf8').matchAll(STATIC)) {
      if (name.startsWith('node:')) continue
      const file = ownFile(module, name)
      if (file !== undefined) {
        if (file.endsWith('.ts') && existsSync(file)) modules.add(file)
      } else packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  return { packages, modules }
}

it('a start loads only the libraries that the first answer needs', () => {
  const { packages, modules } = packagesOf(['src-main/cli.ts', 'src-main/main.ts'])
  expect(modules.size).toBeGreaterThan(900)
  expect([...packages].sort()).toEqual(AT_THE_START)
  expect([...modules].filter((module) => module.includes('/instance/telemetry/'))).toEqual([])
})

it('the first window waits neither for the service nor for its contract', () => {
  const { modules } = packagesOf(['src-main/main.ts'])
  expect(modules).toContain('src-main/desktop/window.ts')
  const late = [...modules].filter((module) =>
    /\/(create-backend|domains|open-store)\.ts$|\/contract\//.test(module),
  )
  expect(late).toEqual([])
})

it('npx, npm start and the bench start the service with the same limits of memory', () => {
  const limitsIn = (file: string) => {
    const text = readFileSync(file, 'utf8')
    return [
      /--max-semi-space-size=(\d+)/.exec(text)?.[1],
      /MALLOC_TRIM_THRESHOLD_[^0-9]+(\d+)/.exec(text)?.[1],
    ]
  }
  const files = ['scripts/halyard.mjs', 'scripts/start.mjs', 'test/performance/bench/instance.ts']
  expect(files.map(limitsIn)).toEqual(files.map(() => ['4', '1048576']))
})
