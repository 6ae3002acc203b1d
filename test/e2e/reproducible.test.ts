import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { afterAll, expect, it } from 'vitest'

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

/** The checkout of somebody else, with its libraries: as links where the file system can, they are 900 MB. */
async function checkOut(): Promise<void> {
  mkdirSync(elsewhere, { recursive: true })
  const listed = await runProgram('git', ['ls-files', '-z'], { cwd: root })
  for (const file of listed.split('\0').filter(Boolean))
    cpSync(path.join(root, file), path.join(elsewhere, file), { dereference: true })
  const modules = path.join(root, 'node_modules')
  await run(`cp -al '${modules}' node_modules 2>/dev/null || cp -a '${modules}' node_modules`)
}

const run = (script: string, env: Record<string, string> = {}) =>
  runProgram('sh', ['-c', script], { cwd: elsewhere, env })

/** Packs what is built; answers the hash of the package. */
async function pack(umask: string, env: Record<string, string> = {}): Promise<string> {
  await run(`umask ${umask}; node scripts/package.mjs --no-build`, env)
  return readFileSync(path.join(elsewhere, 'out/SHA256SUMS'), 'utf8')
}

/** The scripts of the window get other inner names now and then (rolldown), so that they are not compared. */
it('a build by somebody else has the same service, and makes the same package of it', async () => {
  await checkOut()
  mkdirSync(ofStranger.HOME, { recursive: true })
  await run(
    'umask 077; node node_modules/electron-vite/bin/electron-vite.js build --logLevel warn',
    ofStranger,
  )
  for (const folder of ['main', 'preload', 'bundled'])
    expect(hashesOf(path.join(elsewhere, 'out', folder)), folder).toEqual(
      hashesOf(path.join(root, 'out', folder)),
    )
  expect(await pack('022')).toBe(await pack('077', ofStranger))
})
