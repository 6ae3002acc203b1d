import { Outbound } from '#kernel/outbound.ts'
import { connectToOriginal, type OriginalConnection } from '#main/profiles/original/original-connection.ts'
import { unpackAnswer, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'

/** Connection of a profile, and its calls as the window makes them. */
export interface Connected {
  connection: OriginalConnection
  /** Calls a procedure, and returns its answer. Rejects with RpcFailure. */
  ask: (path: string, input?: object, type?: 'query' | 'mutation') => Promise<unknown>
}

const untilTheEnd = new AbortController().signal

/** Connects to a service as the profile of a window does. */
export function connectProfile(url: string, token: string): Connected {
  const outbound = new Outbound({ allowPrivate: true, allowList: [] })
  const connection = connectToOriginal({ url, token: () => token, outbound })
  return {
    connection,
    ask: async (path, input = {}, type = 'query') => {
      const answer = unpackAnswer(await connection.answer({ path, type, input, signal: untilTheEnd }))
      return answer instanceof WriteAnswer ? answer.answer : answer
    },
  }
}
