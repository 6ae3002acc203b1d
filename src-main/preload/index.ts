import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'

import { DESKTOP_CHANNEL, type DesktopBridge } from '#shared/desktop/desktop-bridge.ts'
import type { DesktopMessage } from '#shared/desktop/desktop-messages.ts'
import { RPC_CHANNEL, type RpcBridge, type RpcResponse } from '#shared/rpc/ipc-protocol.ts'

/** Calls a listener with the messages of a channel. Returns the function that removes it. */
function listen<Message>(channel: string, listener: (message: Message) => void): () => void {
  const receive = (_event: IpcRendererEvent, message: Message) => listener(message)
  ipcRenderer.on(channel, receive)
  return () => void ipcRenderer.off(channel, receive)
}

/** All that the page gets of Electron: two channels to the main process, one for the service, one for the desktop. */
const service: RpcBridge = {
  send: (message) => ipcRenderer.send(RPC_CHANNEL, message),
  onMessage: (listener) => listen<RpcResponse>(RPC_CHANNEL, listener),
}
const desktop: DesktopBridge = {
  send: (message) => ipcRenderer.send(DESKTOP_CHANNEL, message),
  onMessage: (listener) => listen<DesktopMessage>(DESKTOP_CHANNEL, listener),
}

contextBridge.exposeInMainWorld('halyard', service)
contextBridge.exposeInMainWorld('halyardDesktop', desktop)
