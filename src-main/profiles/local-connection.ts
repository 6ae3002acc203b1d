import { copyFile } from 'node:fs/promises'
import path from 'node:path'

import type { Backend } from '../app/backend.ts'
import { makeFolder } from '#store/atomic-file.ts'
import { DATABASE_FILE } from '#store/open-store.ts'
import { SEALING_KEY_FILES } from '#store/sealing-keys.ts'
import { serviceResponder } from '#transport/rpc/responder.ts'
import type { ProfileConnection } from './connection.ts'

/**
 * Copies a running instance on a file into an empty data folder: the data of one moment, and the keys of its stored
 * secrets. Rejects with what the operating system says.
 */
async function copyInstance({ store }: Backend, dataDir: string, folder: string): Promise<void> {
  makeFolder(folder)
  for (const name of SEALING_KEY_FILES)
    await copyFile(path.join(dataDir, name), path.join(folder, name)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  // last: a folder without a database is an empty one
  await store.backup(path.join(folder, DATABASE_FILE))
}

/** Connects to a service that runs in this app. Closing the connection closes the service. */
export function connectLocally(backend: Backend, dataDir: string): ProfileConnection {
  const { windowSignIn } = backend
  const responder = serviceResponder(
    () => backend.appRouter,
    () => backend.windowContext(),
  )
  return {
    answer: (call) => responder.answer(call),
    get url() {
      return backend.status().url
    },
    person: {
      signInUrl: (integration) => {
        const { url } = backend.status()
        return url === null ? null : `${url}/auth/${integration}/login?window=${windowSignIn.begin()}`
      },
      signOut: () => windowSignIn.signOut(),
      get isSignedIn() {
        return windowSignIn.userId !== undefined
      },
      onChange: (listener) => windowSignIn.onChange(listener),
    },
    findCodeFile: (place) => backend.findCodeFile(place),
    copyTo: (folder) => copyInstance(backend, dataDir, folder),
    work: () => backend.work(),
    drain: (isDraining) => backend.drain(isDraining),
    close: () => backend.close(),
  }
}
