import type { Backend } from '../app/backend.ts'
import { copyInstance } from '../app/copy-instance.ts'
import { serviceResponder } from '#transport/rpc/responder.ts'
import type { ProfileConnection } from './connection.ts'

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
