import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { afterAll } from 'vitest'

// a display has one focus: files of tests that open windows at once need one each, and none is the user's
if (process.platform === 'linux') {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const says = server.stdio[3]
  if (!says) throw new Error('the display has no pipe')
  const number = await Promise.race([
    once(says, 'data').then(([data]) => String(data).trim()),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${String(code)}`))),
  ])
  process.env['DISPLAY'] = `:${number}`
  delete process.env['XAUTHORITY']
  afterAll(() => void server.kill())
}
