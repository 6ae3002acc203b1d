// What Halyard and its Electron write to their standard error, as it is shown to whoever ran `npm start`.
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** `[1234:0102/030405.678901:ERROR:bus.cc(407)] ...`, with a dash or colons in newer ones; FATAL is for whoever reads. */
const CHROMIUM = /^\[\d+:\d+[/:][\d./:]+:(ERROR|WARNING|INFO|VERBOSE\d*):[\w./-]+[(:]\d+\)?\]/
/** The drivers and the toolkit below it. */
const LIBRARIES =
  /^(libva |libGL|MESA|\(\S+:\d+\): (Gtk|Gdk|GLib|dbind|libnotify)\S*-(WARNING|CRITICAL|Message))/

/** Line of the log: JSON with a level, a time and a message. */
const LOG_LINE = /^\{"level":"(error|warn|info|debug)","time":"/
const SHOWN_LEVELS = { error: 'Error', warn: 'Warning' }

/**
 * Writes a line for a terminal; undefined: it is not for its reader. Chromium's complaints about the machine (no D-Bus, no GPU) are
 * left out, and of the log everything but the text of warnings and errors.
 */
export function shownLine(line) {
  if (CHROMIUM.test(line) || LIBRARIES.test(line)) return undefined
  if (!LOG_LINE.test(line)) return line
  const { level, msg, err } = JSON.parse(line)
  const label = SHOWN_LEVELS[level]
  return label && `${label}: ${[msg, err?.message].filter(Boolean).join(': ')}`
}

/** Passes a stream on as it is shown; the file keeps every line, and begins anew with each start. */
export function passShownLines(from, to, file) {
  mkdirSync(path.dirname(file), { recursive: true })
  const log = createWriteStream(file)
  log.on('error', () => undefined)
  const lines = createInterface({ input: from })
  lines.on('line', (line) => {
    log.write(`${line}\n`)
    const shown = shownLine(line)
    if (shown !== undefined) to.write(`${shown}\n`)
  })
  lines.on('close', () => log.end())
  return log
}
