import type { FuzzRequest } from './request-maker.ts'

/** Long enough for its first message. */
const STAYS_MS = 30

/** Opens a stream over a port, reads its first message and leaves. */
export async function openStream(
  url: string,
  { path, stream }: FuzzRequest,
  headers: Record<string, string>,
): Promise<{ status: number; text: string; body: unknown }> {
  const leave = new AbortController()
  const response = await fetch(url + path, {
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(stream?.lastEventId ? { 'last-event-id': stream.lastEventId } : {}),
    },
    signal: leave.signal,
  })
  const { status } = response
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!isStream) return { status, text: await response.text(), body: undefined }
  const timer = setTimeout(() => leave.abort(), STAYS_MS)
  const reader = response.body?.getReader()
  const first = await reader?.read().catch(() => undefined)
  clearTimeout(timer)
  leave.abort()
  return { status, text: Buffer.from(first?.value ?? []).toString(), body: undefined }
}
