import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCLink,
} from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'

import type { AppRouter } from '#main/app/app-router.ts'
import { exceptionHeader } from '#shared/changes/policies/exception-reason.ts'
import { MAX_BATCH, VIEW_AS_HEADER } from '#shared/rpc/over-http.ts'
import type { RpcBridge } from '#shared/rpc/ipc-protocol.ts'
import { rpcTransformer } from '#shared/rpc/rpc-transformer.ts'
import { ipcLink } from '#shared/rpc/ipc-link.ts'
import { BASE_PATH } from './base-path.ts'
import { readOwnWrites } from './own-writes.ts'
import { askForExceptions } from './policy-exceptions.svelte.ts'
import { viewing } from './view-as.svelte.ts'

declare global {
  interface Window {
    /** Set by the preload script; absent in a browser. */
    halyard?: RpcBridge
  }
}

/** True in the desktop window, which uses IPC; false in a browser, which uses HTTP. Pages need not know. */
export const isDesktop = window.halyard !== undefined

const calls = {
  url: `${BASE_PATH}/trpc`,
  transformer: rpcTransformer,
  // the query may be as long as the change to save: too long for a URL
  methodOverride: 'POST',
} as const
const overHttp: TRPCLink<AppRouter> = splitLink({
  condition: (operation) => operation.type === 'subscription',
  true: httpSubscriptionLink({ url: `${BASE_PATH}/trpc`, transformer: rpcTransformer }),
  false: splitLink({
    // by itself: the exception is for no other call
    condition: ({ context }) => context['policyException'] !== undefined,
    true: httpLink({ ...calls, headers: ({ op }) => exceptionHeader(op.context['policyException']) }),
    false: httpBatchLink({
      ...calls,
      maxItems: MAX_BATCH,
      headers: () => (viewing.user ? { [VIEW_AS_HEADER]: String(viewing.user.id) } : {}),
    }),
  }),
})

export const api = createTRPCClient<AppRouter>({
  links: [
    readOwnWrites,
    askForExceptions,
    window.halyard ? ipcLink(window.halyard, () => viewing.user?.id) : overHttp,
  ],
})

export type Outputs = inferRouterOutputs<AppRouter>
export type Inputs = inferRouterInputs<AppRouter>
