// `npm start`: builds what has changed, and opens the window; without a display it serves headless and says so. The log is in
// out/halyard.log, or in the terminal where a level of it is asked for.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

import { build, isBuilt } from './build.mjs'
import { noDisplay, noElectron, sandboxSwitches } from './desktop.mjs'
import { passShownLines } from './terminal-output.mjs'

const root = path.resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)

if (!isBuilt(root)) {
  console.log('Building Halyard ...')
  const status = build(root)
  if (status !== 0) process.exit(status)
}

const asksForLog = args.some((arg) => arg.startsWith('--log-level')) || process.env.LOG_LEVEL !== undefined
const why = noDisplay() ?? noElectron()
if (why) console.error(`No window: ${why}. Serving headless instead.`)
const [command, commandArgs] = why
  ? [process.execPath, ['--max-semi-space-size=4', path.join(root, 'scripts/halyard.mjs'), 'serve', ...args]]
  : [electronPath(), [root, ...sandboxSwitches(), ...args]]

const child = spawn(command, commandArgs, {
  cwd: root,
  env: why ? { ...process.env, MALLOC_TRIM_THRESHOLD_: '1048576' } : process.env,
  stdio: ['inherit', 'inherit', asksForLog ? 'inherit' : 'pipe'],
})
if (child.stderr) passShownLines(child.stderr, process.stderr, path.join(root, 'out/halyard.log'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function electronPath() {
  const folder = path.join(root, 'node_modules/electron')
  return path.join(folder, 'dist', readFileSync(path.join(folder, 'path.txt'), 'utf8').trim())
}
