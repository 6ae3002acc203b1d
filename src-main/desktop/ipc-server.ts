import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'

import type { ProfileId } from '#shared/desktop/profiles.ts'
import { RPC_CHANNEL, type RpcRequest } from '#shared/rpc/ipc-protocol.ts'
import type { Logger } from '#kernel/logger.ts'
import { IpcSession } from '#transport/rpc/ipc-bridge.ts'
import type { RpcResponder } from '#transport/rpc/responder.ts'

interface Options {
  logger: Logger
  /** Profile of a page, by its address; undefined: the page may not ask. Its messages are dropped without a response. */
  profileOf: (url: string) => ProfileId | undefined
  responderFor: (id: ProfileId) => RpcResponder
}

/** Serves our pages over IPC; returns the function that stops it. */
export function serveIpc({ profileOf, responderFor, logger }: Options): () => void {
  const sessions = new Map<WebContents, { profileId: ProfileId; session: IpcSession }>()
  const watched = new WeakSet<WebContents>()

  /** Ends the session of a page; a page that follows it begins its own, maybe of another profile. */
  function end(sender: WebContents): void {
    sessions.get(sender)?.session.close()
    sessions.delete(sender)
  }

  function watch(sender: WebContents): void {
    if (watched.has(sender)) return
    watched.add(sender)
    sender.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) end(sender)
    })
    sender.on('render-process-gone', () => end(sender))
    sender.once('destroyed', () => end(sender))
  }

  function sessionOf(sender: WebContents, profileId: ProfileId): IpcSession {
    const existing = sessions.get(sender)
    if (existing?.profileId === profileId) return existing.session
    // a page that is about to go may still have asked after its navigation began
    end(sender)
    watch(sender)
    const session = new IpcSession(
      { responder: responderFor(profileId), logger },
      { send: (message) => (sender.isDestroyed() ? undefined : sender.send(RPC_CHANNEL, message)) },
    )
    sessions.set(sender, { profileId, session })
    return session
  }

  const receive = (event: IpcMainEvent, message: RpcRequest) => {
    const profileId = event.senderFrame ? profileOf(event.senderFrame.url) : undefined
    if (profileId !== undefined) void sessionOf(event.sender, profileId).receive(message)
  }
  ipcMain.on(RPC_CHANNEL, receive)
  return () => {
    ipcMain.off(RPC_CHANNEL, receive)
    for (const { session } of sessions.values()) session.close()
  }
}
