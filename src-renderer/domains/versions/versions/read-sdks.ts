import { toVersion } from '#shared/versions/rules/index.ts'

interface Read {
  known: { name: string; version: string }[]
  wrong: string[]
}

/** SDKs as applications report them, `name:version`, separated by commas. */
export function readSdks(text: string): Read {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const read: Read = { known: [], wrong: [] }
  for (const part of parts) {
    const { name, number } = splitSdk(part)
    const version = toVersion(number)
    if (name === '' || version === undefined) read.wrong.push(part)
    else read.known.push({ name, version })
  }
  return read
}

/** Splits `name:version`, `name@version` or `name version` at the last separator. */
function splitSdk(part: string): { name: string; number: string } {
  const at = Math.max(...[':', '@', ' ', '\t'].map((separator) => part.lastIndexOf(separator)))
  const before = part.slice(0, Math.max(0, at)).trimEnd()
  const name = part[at]?.trim() === '' ? before.replace(/[:@]$/, '') : before
  return { name: name.trim(), number: part.slice(at + 1).replace(/^v/, '') }
}

/** The same the other way round: to be read again. */
export const sdksAsText = (sdks: readonly { name: string; version: string }[]): string =>
  sdks.map(({ name, version }) => `${name}:${version}`).join(', ')
