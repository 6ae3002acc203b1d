// `npm run bench`: builds, and measures the built service as a process of its own (test/bench/README.md).
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn')
run('test/bench/bench.ts')
run('test/bench/flags-bench.ts')
run('test/bench/frontend-bench.ts')
run('test/bench/evaluation-bench.ts')
run('test/bench/access-bench.ts')
run('test/bench/signals-bench.ts')
run('test/bench/seen-contexts-bench.ts')
run('test/bench/judging-bench.ts')
