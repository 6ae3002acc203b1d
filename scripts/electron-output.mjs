// What Electron writes to its standard error: Chromium's complaints about the machine go to a file, all other lines through.
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** `[1234:0102/030405.678901:ERROR:bus.cc(407)] ...`, with a dash or colons in newer ones; FATAL is for whoever reads. */
const CHROMIUM = /^\[\d+:\d+[/:][\d./:]+:(ERROR|WARNING|INFO|VERBOSE\d*):[\w./-]+[(:]\d+\)?\]/
/** The drivers and the toolkit below it. */
const LIBRARIES =
  /^(libva |libGL|MESA|\(\S+:\d+\): (Gtk|Gdk|GLib|dbind|libnotify)\S*-(WARNING|CRITICAL|Message))/

/** Tells whether a line is Chromium's about the machine (no D-Bus, no GPU), and not Halyard's. */
export const isChromiumNoise = (line) => CHROMIUM.test(line) || LIBRARIES.test(line)

/** Passes a stream on without the noise, which the file keeps; the file begins anew with each start. */
export function passWithoutNoise(from, to, file) {
  mkdirSync(path.dirname(file), { recursive: true })
  const log = createWriteStream(file)
  log.on('error', () => undefined)
  const lines = createInterface({ input: from })
  lines.on('line', (line) => {
    log.write(`${line}\n`)
    if (!isChromiumNoise(line)) to.write(`${line}\n`)
  })
  lines.on('close', () => log.end())
  return log
}
