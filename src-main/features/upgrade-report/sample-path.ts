import type { NotedCall } from '../../kernel/noted-call.ts'

/** A longer one is of no use to whom it is shown. */
const MAX_LENGTH = 200
const SECRET = /token|secret|password/i

/** The path of a call as it was sent: without the query, whose values are nobody's business, and without secrets. Null: it is too long. */
export function samplePath({
  request: { url },
  operation,
}: Pick<NotedCall, 'request' | 'operation'>): string | null {
  const path = url.split('?', 1)[0] ?? ''
  if (path.length > MAX_LENGTH) return null
  const secrets = (operation?.path.split('/') ?? []).map((part) => part.startsWith(':') && SECRET.test(part))
  if (!secrets.includes(true)) return path
  return plain(path)
    .split('/')
    .map((part, index) => (secrets[index] ? part && 'TOKEN' : part))
    .join('/')
}

/** With the slashes where the operation has them. */
const plain = (path: string) => path.replaceAll(/\/{2,}/g, '/')
