import { vi } from 'vitest'

import type { Profile } from '#shared/desktop/profiles.ts'
import type { DesktopMessage } from '#shared/desktop/desktop-messages.ts'
import type { RpcBridge, RpcResponse } from '#shared/rpc/ipc-protocol.ts'

/** Answers by the name of a procedure of the app. An Error is sent as a conflict. */
type Answers = Record<string, (input: unknown) => unknown>

/** Facts of a profile that a test says nothing about. */
export const PROFILE = {
  ...({ id: 'p-00000001', name: 'Live', colour: 'red', icon: 'cloud' } as const),
  ...{ isCurrent: false, isOpen: false, hasWindow: false },
  ...({ safeMode: 'off', idleMinutes: 15, allowsChanges: true, readOnlyAt: null } as const),
} satisfies Partial<Profile>

/**
 * Stubs the bridge to the desktop with an app that answers these procedures, and all others with null. Returns what it was asked,
 * and the function that sends a message of the desktop to the page.
 */
export function answerAsApp(answers: Answers = {}): {
  asked: [path: string, input: unknown][]
  send: (message: DesktopMessage) => void
} {
  const asked: [string, unknown][] = []
  const listeners = new Set<(message: RpcResponse) => void>()
  const pages = new Set<(message: DesktopMessage) => void>()
  const bridge: RpcBridge = {
    send(message) {
      if (message.kind !== 'call') return
      const { id, path, input } = message
      const name = path.replace('desktop.', '')
      asked.push([name, input])
      const data = answers[name]?.(input) ?? null
      const answer: RpcResponse =
        data instanceof Error
          ? {
              id,
              error: { message: data.message, code: -32600, data: { code: 'CONFLICT', httpStatus: 409 } },
            }
          : { id, result: { type: 'data', data } }
      queueMicrotask(() => listeners.forEach((listener) => listener(answer)))
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  vi.stubGlobal('halyard', bridge)
  vi.stubGlobal('halyardDesktop', {
    send: () => undefined,
    onMessage: (listener: (message: DesktopMessage) => void) => {
      pages.add(listener)
      return () => pages.delete(listener)
    },
  })
  return { asked, send: (message) => pages.forEach((listener) => listener(message)) }
}
