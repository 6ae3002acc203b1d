import type { CodeFilePlace } from '../code-references/allowed-folder.ts'
import type { RpcResponder } from '#transport/rpc/responder.ts'

/** Sign-in of a window as a person, for a service in this app. */
export interface WindowPerson {
  /** Returns the address that begins a sign-in in the system's browser; null while nothing listens. */
  signInUrl(integration: string): string | null
  signOut(): void
  readonly isSignedIn: boolean
  /** Sets the function that is called when the window belongs to somebody else. */
  onChange(listener: () => void): void
}

/** A pause that a service elsewhere asks for, since it got many requests. */
export interface Waiting {
  /** Requests that it allows, in its own measure: "15 requests in 60 s"; undefined: it does not say. */
  allowed?: string
  /** Time at which requests go on. */
  until: string
}

/** Connection of a profile's windows to the instance that they show. */
export interface ProfileConnection extends RpcResponder {
  /** Address of the instance; null while it does not listen. */
  readonly url: string | null
  /** Present where the instance runs in this app. */
  readonly person?: WindowPerson
  /** Copies the data of a service in this app into another data folder, while it goes on. */
  copyTo?(folder: string): Promise<void>
  /** Lists in words what closing would cut short, where the instance runs in this app. */
  work?(): readonly string[]
  /** Says to proxies that the service is about to end, or that it goes on after all. */
  drain?(isDraining: boolean): void
  /** The pause that requests wait for; null or absent: none do. */
  readonly waiting?: Waiting | null
  /** Finds a file of a project's code by its real path, where the instance runs in this app. */
  findCodeFile?(place: CodeFilePlace): Promise<string | undefined>
  close(): Promise<void>
}
