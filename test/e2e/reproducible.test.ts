import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

/** Builds of one commit in other folders, by other people, at other times: so that a stranger can check what was published. */

const temp = makeTempFolder('halyard-build-of-a-stranger-')
afterAll(temp.remove)

const elsewhere = path.join(temp.folder, 'a folder of another name')
/** Differences between two machines. */
const ofStranger = {
  ...{ TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8', LC_ALL: 'C.UTF-8', USER: 'stranger' },
  HOME: path.join(temp.folder, 'home'),
  npm_config_cache: path.join(temp.folder, 'cache'),
}

/** Files below a folder, with their hashes. */
function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(folder, file)).isFile(),
  )
  return Object.fromEntries(
    files.sort().map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex'),
    ]),
  )
}

const inStrangerShell = (script: string) =>
  runProgram('sh', ['-c', `umask 077; ${script}`], { cwd: elsewhere, env: ofStranger })

describe('a build elsewhere', () => {
  it('has the same bytes, and makes the same package', async () => {
    mkdirSync(ofStranger.HOME, { recursive: true })
    const listed = await runProgram('git', ['ls-files', '-z'], { cwd: root })
    for (const file of listed.split('\0').filter(Boolean))
      cpSync(path.join(root, file), path.join(elsewhere, file), { dereference: true })
    const modules = path.join(root, 'node_modules')
    // as links where the file system can: 900 MB
    await inStrangerShell(`cp -al '${modules}' node_modules 2>/dev/null || cp -a '${modules}' node_modules`)
    await inStrangerShell(`node node_modules/electron-vite/bin/electron-vite.js build --logLevel warn`)
    for (const folder of ['main', 'preload', 'renderer', 'bundled'])
      expect(hashesOf(path.join(elsewhere, 'out', folder)), folder).toEqual(
        hashesOf(path.join(root, 'out', folder)),
      )
    const sums = () => readFileSync(path.join(elsewhere, 'out/SHA256SUMS'), 'utf8')
    await inStrangerShell('node scripts/package.mjs --no-build')
    const first = sums()
    await runProgram('sh', ['-c', 'umask 022; node scripts/package.mjs --no-build'], { cwd: elsewhere })
    expect(sums()).toBe(first)
  })
})
