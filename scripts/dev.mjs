// `npm run dev`: the window with hot reload of the pages.
import { spawn } from 'node:child_process'
import path from 'node:path'

import { forgetBuild } from './build.mjs'
import { noDisplay, noElectron, sandboxSwitches } from './desktop.mjs'

const why = noDisplay() ?? noElectron()
if (why) {
  console.error(`No window: ${why}. Use npm start, which then serves headless.`)
  process.exit(1)
}
const root = path.resolve(import.meta.dirname, '..')
forgetBuild(root) // the service of this one reads its pages from elsewhere
const cli = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js')
const noSandbox = sandboxSwitches().length > 0 ? ['--noSandbox'] : []
const child = spawn(process.execPath, [cli, 'dev', ...noSandbox], { cwd: root, stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))
