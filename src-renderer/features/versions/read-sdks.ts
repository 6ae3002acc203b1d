import { toVersion } from '../../../src-shared/versions/index.ts'

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
    const [, name, number = ''] = /^(.+?)[:@\s]\s*v?([\d.]+)$/.exec(part) ?? []
    const version = toVersion(number)
    if (name === undefined || version === undefined) read.wrong.push(part)
    else read.known.push({ name, version })
  }
  return read
}

/** The same the other way round: to be read again. */
export const sdksAsText = (sdks: readonly { name: string; version: string }[]): string =>
  sdks.map(({ name, version }) => `${name}:${version}`).join(', ')
