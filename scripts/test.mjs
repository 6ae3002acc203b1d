// `npm test`: runs all tests. With arguments: only those vitest projects (`npm run test:e2e`).
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { ensureTestDeps } from './test-deps.mjs'

const root = path.resolve(import.meta.dirname, '..')
const projects = process.argv.slice(2)

function run(script, args) {
  const result = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

ensureTestDeps()
run('node_modules/electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
run('node_modules/vitest/vitest.mjs', ['run', ...projects.flatMap((name) => ['--project', name])])
