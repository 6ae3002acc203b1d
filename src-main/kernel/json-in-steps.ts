import { mapInSteps } from './in-steps.ts'

const COMMA = Buffer.from(',')
const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

/** Makes the JSON text of a long list, with pauses in which other requests are answered. */
export async function jsonInSteps<T>(items: Iterable<T>, valueOf: (item: T) => unknown): Promise<Buffer> {
  const texts = await mapInSteps(items, (item) => Buffer.from(JSON.stringify(valueOf(item))))
  return Buffer.concat([
    OPEN,
    ...texts.flatMap((text, index) => (index === 0 ? [text] : [COMMA, text])),
    CLOSE,
  ])
}
