import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { TEST_PATIENCE_MS } from '#support/runner/patience.ts'
import { Program, runProgram } from '#support/service/program.ts'
import { root } from '#support/runner/root.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

const temp = makeTempFolder('halyard-npm-start-')
const checkout = path.join(temp.folder, 'halyard')
const data = path.join(temp.folder, 'data')
let program: Program | undefined

/** A checkout of the files as they are here, and the packages that `npm ci` installs: it builds for itself. */
beforeAll(async () => {
  const listed = await runProgram('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  for (const file of new Set(listed.split('\0').filter(Boolean))) {
    mkdirSync(path.dirname(path.join(checkout, file)), { recursive: true })
    cpSync(path.join(root, file), path.join(checkout, file))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
})
afterEach(() => program?.stop('SIGINT'))
afterAll(() => temp.remove())

/** A build takes minutes on a quarter of a core. */
const BUILD = { withinMs: TEST_PATIENCE_MS }

/** Starts it as the README says, on data and a port of the test's own. */
const npmStart = (env: Record<string, string> = {}) =>
  new Program('npm', ['start', '--silent', '--', '--port', '0', '--data-dir', data], {
    cwd: checkout,
    env,
    asGroup: true,
  })

it('npm start prints where the window is, and nothing else', async () => {
  program = npmStart()
  const [, url = ''] = await program.says(/^Halyard is open; it serves (\S+)$/m, BUILD)
  expect((await fetch(`${url}/health`)).status).toBe(200)
  // the window reads its pages, and jobs run
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const lines = program.output.trim().split('\n')
  // the Electron of a machine that reaches nothing but a registry is an old one, and says so
  expect(lines.filter((line) => !line.startsWith('Warning: this Electron gets no security fixes'))).toEqual([
    'Building Halyard ...',
    `Halyard is open; it serves ${url}`,
  ])
})

it('npm start without a display says so, builds nothing anew, serves headless, and ends in order', async () => {
  program = npmStart({ DISPLAY: '', WAYLAND_DISPLAY: '' })
  const [, link = ''] = await program.says(/Open it in a browser: (\S+)\n/, BUILD)
  const { origin } = new URL(link)
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  await program.says(/^Data: /m)
  expect(program.output.trim().split('\n')).toEqual([
    'No window: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). Serving headless instead.',
    `Halyard serves ${origin}`,
    `Open it in a browser: ${link}`,
    `Data: ${data}`,
  ])
  await program.stop('SIGINT')
  await expect.poll(() => readdirSync(data)).toContain('halyard.closed')
})
