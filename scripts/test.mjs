// `npm test`: runs all tests. With arguments: only those vitest projects (`npm run test:e2e`).
import { spawnSync } from 'node:child_process'
import path from 'node:path'

import { ensureTestDeps } from './test-deps.mjs'

const root = path.resolve(import.meta.dirname, '..')
const projects = process.argv.slice(2)

function run(script, args, { display = false } = {}) {
  const node = [process.execPath, path.join(root, script), ...args]
  // use a display of its own, so that no window of the user is in the way
  const wrapped =
    display && process.platform === 'linux'
      ? ['xvfb-run', '-a', '-s', '-screen 0 1920x1200x24', ...node]
      : node
  const result = spawnSync(wrapped[0], wrapped.slice(1), { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

ensureTestDeps()
run('node_modules/electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'])
run('node_modules/vitest/vitest.mjs', ['run', ...projects.flatMap((name) => ['--project', name])], {
  display: true,
})
