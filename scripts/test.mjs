// `npm test`: the telling tests of every area, in some ten minutes; `--rest`: all others; `--all`: both, in one
// run, which keeps the cores busy to its end; `--ci`: without the suites that take minutes, of which each commit has a
// share. With names of vitest projects: all tests of these (`npm run test:e2e`).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { leftToOthers, SHARES, SUITES } from '../test/support/runner/suites.ts'
import { build, isBuilt } from './build.mjs'
import { ensureTestDeps } from './test-deps.mjs'

const root = path.resolve(import.meta.dirname, '..')
const given = process.argv.slice(2)

function run(script, args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }
  return spawnSync(process.execPath, [path.join(root, script), ...args], options).status ?? 1
}

/** Share of the dear suites that the checked-out commit runs: each commit has one by chance, and no date changes it. */
function shareOfCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return Number.parseInt(stdout?.slice(0, 8) || '0', 16) % SHARES
}

/** Everything but the dear suites of other shares. */
function withShare(share) {
  const others = leftToOthers(share)
  console.log(
    `Share ${share + 1} of ${SHARES}. ${others.length} suites are left to other commits, and to \`npm run test:all\`.`,
  )
  return { files: [], env: { HALYARD_SHARE: String(share) } }
}

/** Tests to run, and how. */
function chosen() {
  if (given.includes('--all')) return { files: [], env: {} }
  if (given.includes('--rest')) return SUITES.rest
  if (given.includes('--ci')) return withShare(shareOfCommit())
  if (given.length > 0) return { files: given.flatMap((name) => ['--project', name]), env: {} }
  return SUITES.telling
}

/** Runs a suite; answers how many tests passed and failed, and which failed. */
function runSuite({ files, env }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'halyard-counts-'))
  const counts = path.join(folder, 'counts.json')
  try {
    const status = run('node_modules/vitest/vitest.mjs', ['run', ...files], {
      ...env,
      HALYARD_COUNTS: counts,
    })
    const { passed, failed, failures } = JSON.parse(readFileSync(counts, 'utf8'))
    // an error outside of tests fails the run, too
    return { passed, failed: status === 0 ? failed : Math.max(failed, 1), failures }
  } catch (error) {
    console.error(`The tests ended without a count: ${error.message}`)
    return { passed: 0, failed: 1, failures: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

ensureTestDeps()
const status = isBuilt(root) ? 0 : build(root)
if (status !== 0) process.exit(status)
const { passed, failed, failures } = runSuite(chosen())
for (const failure of failures) console.log(`FAILED ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
