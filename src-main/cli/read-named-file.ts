import { readFile } from 'node:fs/promises'

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'reading it is not permitted'],
])

/** Reads a file that the command line names. Throws an Error that says why it cannot be read. */
export async function readNamedFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new Error(`${file} can't be read: ${REASONS.get(code) ?? message}.`, { cause: error })
  }
}
