import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'

/**
 * Tests that replace a module of ours, each with its reason. Files share their modules (`isolate: false`), so
 * what one file replaces, the next one may get.
 */
const REPLACING = [
  // It answers each request when it wants to. The network answers the requests of a batch together.
  'src-renderer/shell/unread-forms.test.ts',
]

const tests = ['src-main', 'src-shared', 'src-renderer', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, file.replaceAll(path.sep, '/'))),
)
const replaces = (file: string) =>
  /\bvi\.(?:do)?mock\(\s*(?:import\()?['"`][.#]/i.test(readFileSync(file, 'utf8'))

it('tests stub the network or the disk, and leave the modules of Halyard as they are', () => {
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter(replaces)).toEqual(REPLACING)
})
