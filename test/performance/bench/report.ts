import os from 'node:os'

export const print = (line: string) => process.stdout.write(`${line}\n`)

export const row = ([name = '', ...cells]: readonly string[]) =>
  name.padEnd(36) + cells.map((cell) => cell.padStart(14)).join('')

/** Describes the machine, on which all figures depend. */
export const machine = () => `${os.cpus().length} cores, Node ${process.version}`
