import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'

import { RPC_CHANNEL, type RpcBridge, type RpcResponse } from '../../src-shared/rpc/ipc-protocol.ts'

/** All that the page gets of Electron: one channel to the main process. */
const bridge: RpcBridge = {
  send: (message) => ipcRenderer.send(RPC_CHANNEL, message),
  onMessage: (listener) => {
    const receive = (_event: IpcRendererEvent, message: RpcResponse) => listener(message)
    ipcRenderer.on(RPC_CHANNEL, receive)
    return () => void ipcRenderer.off(RPC_CHANNEL, receive)
  },
}

contextBridge.exposeInMainWorld('halyard', bridge)
