import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

import { expect, it } from 'vitest'

import { passShownLines, shownLine } from '../../scripts/terminal-output.mjs'
import { makeTempFolder } from '#support/runner/temp-folder.ts'

it.each([
  '[4242:1122/101500.123456:ERROR:bus.cc(407)] Failed to connect to the bus: Could not parse server address',
  '[4242:1122/101500.123456:ERROR:viz_main_impl.cc(183)] Exiting GPU process due to errors during initialization',
  '[4242:1122/101500.123456:ERROR:dbus/object_proxy.cc:573] Failed to call method',
  '[1:1122/101500.123456:WARNING:sandbox_linux.cc(430)] InitializeSandbox() called with multiple threads',
  'libva error: vaGetDriverNameByIndex() failed',
  '{"level":"info","time":"2026-11-24T12:00:00.000Z","ms":206,"msg":"the event loop was blocked"}',
  '(electron:4242): Gtk-WARNING **: 10:15:00.000: cannot open display',
])('the terminal does not show: %s', (line) => {
  expect(shownLine(line)).toBeUndefined()
})

it.each([
  'Halyard serves http://127.0.0.1:4242',
  'Port 4242 is in use by node (pid 12).',
  '[4242:1122/101500.123456:FATAL:zygote_host_impl_linux.cc(117)] No usable sandbox!',
  'Error: Cannot find module',
  '    at Module._load (node:internal/modules/cjs/loader:1)',
])('the terminal shows: %s', (line) => {
  expect(shownLine(line)).toBe(line)
})

it('the terminal shows the text of a warning', () => {
  const line = {
    level: 'warn',
    time: '2026-11-24T12:00:00.000Z',
    err: { message: 'EACCES' },
    msg: 'not read',
  }
  expect(shownLine(JSON.stringify(line))).toBe('Warning: not read: EACCES')
})

it('every line is kept in a file', async () => {
  const temp = makeTempFolder()
  const [from, said] = [new PassThrough(), [] as string[]]
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString())
      done()
    },
  })
  const file = path.join(temp.folder, 'logs', 'electron.log')
  const log = passShownLines(from, to, file)
  const noise = '[1:1122/101500.1:ERROR:bus.cc(407)] Failed to connect to the bus'
  from.end(`${noise}\nHalyard serves\n`)
  await finished(log)
  expect(said.join('')).toBe('Halyard serves\n')
  expect(readFileSync(file, 'utf8')).toBe(`${noise}\nHalyard serves\n`)
  temp.remove()
})
