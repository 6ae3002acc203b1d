/** Use of the machine by a process. */
export interface ProcessUsage {
  /** User and system time since its start. */
  cpuSeconds: number
  /** Resident memory. */
  memoryBytes: number
}

let memoryBytes = 0

/** Reads what this process uses. Memory is read from a file of the system: while no more can be opened, it is that of before. */
export function ownUsage(): ProcessUsage {
  const { user, system } = process.cpuUsage()
  try {
    memoryBytes = process.memoryUsage.rss()
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
  }
  return { cpuSeconds: (user + system) / 1e6, memoryBytes }
}

/** Use of the machine by this process and those that it has started to answer with it. */
export class ProcessFamily {
  readonly #living = new Map<number, ProcessUsage>()
  /** Processor time of those that have ended. */
  #endedSeconds = 0

  /** Notes what another one uses. */
  note(pid: number, usage: ProcessUsage): void {
    this.#living.set(pid, usage)
  }

  /** Notes that another one has ended. */
  end(pid: number): void {
    this.#endedSeconds += this.#living.get(pid)?.cpuSeconds ?? 0
    this.#living.delete(pid)
  }

  /** Sum of all, as of the last news of each. */
  get usage(): ProcessUsage {
    const all = [ownUsage(), ...this.#living.values()]
    return {
      cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, this.#endedSeconds),
      memoryBytes: all.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    }
  }
}
