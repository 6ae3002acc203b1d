import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Reads the start time of a process on this machine. The text is the same for the same process, and differs
 * for a later process with the same number. Returns null if the system does not report it (Windows), or if
 * there is no such process.
 */
export function startOf(pid: number): string | null {
  switch (process.platform) {
    case 'linux':
      return linuxStart(pid)
    case 'darwin':
      return psStart(pid)
    default:
      return null
  }
}

/** Checks whether the process with this number is still the one that started then. */
export function isRunning({ pid, startedAt }: { pid: number; startedAt: string | null }): boolean {
  if (pid <= 0) return false // signals to 0 and below go to process groups
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (startedAt === null || process.platform === 'win32') return true
  return startOf(pid) === startedAt
}

/** The boot, and the ticks from then to the start of the process. */
function linuxStart(pid: number): string | null {
  const boot = read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return null
  // the name in parentheses may contain anything; the state follows it, and the start time 18 fields later
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isDead = fields[0] === 'Z' || fields[0] === 'X' // killed, and not yet buried by its parent
  return isDead ? null : `${boot}/${fields[19]}`
}

function psStart(pid: number): string | null {
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env, encoding: 'utf8' }).trim() || null
  } catch {
    return null // no such process
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
