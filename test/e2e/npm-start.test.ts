import { readdirSync } from 'node:fs'
import path from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { Program } from '../support/program.ts'
import { root } from '../support/root.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

let temp: ReturnType<typeof makeTempFolder>
let program: Program | undefined
beforeEach(() => {
  temp = makeTempFolder()
})
afterEach(async () => {
  await program?.stop('SIGKILL')
  temp.remove()
})

// this builds first, so no other test may read the build meanwhile
it.runIf(process.platform === 'linux')('without a display says so, and serves headless', async () => {
  program = new Program(
    process.execPath,
    [path.join(root, 'scripts/start.mjs'), '--port', '0', '--data-dir', temp.folder],
    { env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' } },
  )
  const [, link = ''] = await program.says(/Open it in a browser: (\S+)\n/, { within: 60_000 })
  expect(program.output).toContain(
    'No window: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). Serving headless instead.',
  )
  expect((await fetch(new URL('/health', link))).status).toBe(200)
  await program.stop()
  expect(readdirSync(temp.folder)).toContain('halyard.closed')
})
