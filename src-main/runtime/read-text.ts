import { Turn } from './turn.ts'

/**
 * Reads a body as UTF-8, as `response.text()` does, chunk by chunk: decoding tens of megabytes at once would hold up everything else.
 * Rejects if the body breaks off.
 */
export async function readText({ body }: Pick<Response, 'body'>): Promise<string> {
  const decoder = new TextDecoder()
  const turn = new Turn()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    await turn.pause()
  }
  return text + decoder.decode()
}
