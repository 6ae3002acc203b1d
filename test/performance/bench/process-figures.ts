import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

/** Seconds that a process has used of the processor; not known beyond Linux. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}

/** Lists a process and those that it has started; not known beyond Linux. */
export function family(pid: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children]
  } catch {
    return [pid]
  }
}
