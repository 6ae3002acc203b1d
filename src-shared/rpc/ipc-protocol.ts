/** The wire between the window's IPC link and the main process's bridge. */
export const RPC_CHANNEL = 'halyard:rpc'

export type RpcRequest =
  | {
      kind: 'call'
      id: number
      type: 'query' | 'mutation' | 'subscription'
      path: string
      input: unknown
      /** User whose view of the instance an Admin wants to see. */
      viewAs?: number
      /** Reason for an exception from policies. */
      policyException?: string
    }
  | { kind: 'stop'; id: number }

/** A message of the tRPC response format, as JSON-like data; each end narrows it with tRPC's own types. */
export type RpcResponse = { id: number } & (
  | {
      result:
        | { type: 'data'; data: unknown }
        | { type: 'started' }
        | { type: 'stopped' }
        /** The connection of a subscription is lost (connecting) or there again (pending). */
        | { type: 'state'; state: 'connecting' | 'pending'; error: { message: string } | null }
    }
  | { error: { message: string; code: number; data: unknown } }
)

/** Bridge that the preload puts on `window.halyard`. It exposes nothing else. */
export interface RpcBridge {
  send(message: RpcRequest): void
  /** Returns a function that takes the listener off again. */
  onMessage(listener: (message: RpcResponse) => void): () => void
}
