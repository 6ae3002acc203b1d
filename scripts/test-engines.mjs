// `npm run test:engines`: runs the suites of the store on both engines, and counts the tests of each. With `--twice` it runs
// every write on PostgreSQL twice, as after a conflict; with `--postgres` nothing runs on the embedded engine. With `--beside` each statement
// runs on sql.js and on SQLite's own library, which have to say the same. What else it is given are files.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { ensureTestDeps } from './test-deps.mjs'

const root = path.resolve(import.meta.dirname, '..')
const given = process.argv.slice(2)
const files = given.filter((one) => !one.startsWith('--'))
const besides = given.includes('--beside')
const projects = besides ? ['beside'] : given.includes('--postgres') ? ['postgres'] : ['embedded', 'postgres']

ensureTestDeps()
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', ...projects.flatMap((name) => ['--project', name]), ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(besides ? { HALYARD_BESIDE: '1' } : { HALYARD_EVERY_ENGINE: '1' }),
      HALYARD_RUN_TWICE: given.includes('--twice') ? '1' : '',
    },
  },
)
process.exit(status ?? 1)
