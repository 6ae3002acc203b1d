import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'

import { RPC_CHANNEL, type RpcRequest } from '../../src-shared/rpc/ipc-protocol.ts'
import type { Logger } from '../kernel/logger.ts'
import type { AppRouter } from '../bootstrap/app-router.ts'
import type { RpcContext } from '../transport/rpc/init.ts'
import { IpcSession } from '../transport/rpc/ipc-bridge.ts'

interface Options {
  logger: Logger
  router: AppRouter
  createContext: () => Promise<RpcContext>
  /** Checks whether a page may use the router. Messages from other pages are dropped without a response. */
  isTrusted: (url: string) => boolean
}

/** Serves the router to our pages over IPC; returns the function that stops it. */
export function serveIpc({ router, createContext, isTrusted, logger }: Options): () => void {
  const sessions = new Map<WebContents, IpcSession>()

  function sessionOf(sender: WebContents): IpcSession {
    const existing = sessions.get(sender)
    if (existing) return existing
    const session = new IpcSession(
      { router, createContext, logger },
      { send: (message) => (sender.isDestroyed() ? undefined : sender.send(RPC_CHANNEL, message)) },
    )
    sessions.set(sender, session)
    // subscriptions of a page end with it
    sender.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) session.close()
    })
    sender.on('render-process-gone', () => session.close())
    sender.once('destroyed', () => {
      session.close()
      sessions.delete(sender)
    })
    return session
  }

  const receive = (event: IpcMainEvent, message: RpcRequest) => {
    if (!event.senderFrame || !isTrusted(event.senderFrame.url)) return
    void sessionOf(event.sender).receive(message)
  }
  ipcMain.on(RPC_CHANNEL, receive)
  return () => {
    ipcMain.off(RPC_CHANNEL, receive)
    for (const session of sessions.values()) session.close()
  }
}
