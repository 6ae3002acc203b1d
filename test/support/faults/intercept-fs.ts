import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The functions of node:fs that change something on the disk, as far as the service uses them. */
const CHANGING = [
  'chmodSync',
  'copyFileSync',
  'linkSync',
  'symlinkSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
  'unlinkSync',
  'writeFileSync',
  'writeSync',
  'ftruncateSync',
  'fsyncSync',
  'fdatasyncSync',
] as const
type Changing = (typeof CHANGING)[number]

/** Calls `before` ahead of every change of the disk by node:fs; an error that it throws is that of the change. */
export async function interceptFs<T>(
  before: (name: Changing, args: readonly unknown[]) => void,
  work: () => Promise<T>,
): Promise<T> {
  const functions = fs as unknown as Record<string, (...args: unknown[]) => unknown>
  const originals = CHANGING.map((name) => [name, functions[name]] as const)
  for (const [name, original] of originals) {
    if (!original) throw new Error(`node:fs has no ${name}`)
    functions[name] = (...args) => {
      before(name, args)
      return original(...args)
    }
  }
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    for (const [name, original] of originals) if (original) functions[name] = original
    syncBuiltinESMExports()
  }
}
