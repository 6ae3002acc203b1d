import type { TestBackend } from '../service/start-backend.ts'

export interface TestEndpoint {
  id: number
  name: string
  /** The secret of its token. */
  token: string
  tokenId: number
}

/** A signal endpoint with one token, made as an Admin makes it. */
export async function addSignalEndpoint(app: TestBackend, name: string): Promise<TestEndpoint> {
  const post = async (at: string, body: object) => {
    const answer = await app.call('POST', `/api/admin/signal-endpoints${at}`, { body })
    if (answer.status !== 201) throw new Error(`${at}: ${answer.text}`)
    return answer.body as { id: number; token: string }
  }
  const { id } = await post('', { name })
  const token = await post(`/${id}/tokens`, { name: `${name}-sender` })
  return { id, name, token: token.token, tokenId: token.id }
}
