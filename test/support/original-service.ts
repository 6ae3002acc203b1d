import { OPERATIONS, type Operation } from '../../src-shared/contract/index.ts'
import { isPublished } from '../conformance/published/published-answers.ts'
import { startRecordingServer, type RecordingServer, type SeenRequest } from './recording-server.ts'
import type { TestBackend } from './start-backend.ts'

const patterns = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  params: operation.path.split(':').length,
})).sort((a, b) => a.params - b.params)

/** Finds the operation that a request is for; of several the one with the most literal path. */
export function operationAt({ method, path }: Pick<SeenRequest, 'method' | 'path'>): Operation | undefined {
  const [at = ''] = path.split('?')
  return patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(at))?.operation
}

/** Serves the published contract of an instance and nothing else: no operation of ours, and no procedure. */
export function serveAsOriginal({ call }: TestBackend): Promise<RecordingServer> {
  return startRecordingServer(async (request) => {
    const operation = operationAt(request)
    if (!operation || !isPublished(operation)) return { status: 404, body: 'Not published' }
    const { method, path, headers, body } = request
    const answer = await call(method, path, {
      token: headers.authorization ?? null,
      ...(body === '' ? {} : { body: JSON.parse(body) as unknown }),
    })
    return { status: answer.status, body: answer.text }
  })
}
