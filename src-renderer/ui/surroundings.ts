import type { Operation } from '#shared/contract/index.ts'
import type { AccessScope } from '#shared/access/rules/index.ts'
import type { OfferedOperation } from '#shared/versions/rules/offered-elsewhere.ts'

/** Operation with its required permission. */
export type DeclaredOperation = OfferedOperation & Pick<Operation, 'access' | 'place' | 'method' | 'path'>

/** An operation that a control starts, and where: what it needs follows from the operation's declaration. */
export interface Need {
  readonly operation: DeclaredOperation
  /** instance: what belongs to no project, which permissions in projects do not reach; stored: the service knows it. */
  readonly place: AccessScope | 'instance' | 'stored'
  /** It only reads: viewing as somebody else is no hindrance. */
  readonly reads?: true
}

/** Questions of components to the window that they are in. */
interface Surroundings {
  /** Explains why whoever is signed in may not do something; undefined: they may. */
  refusalOf: (needed: Need | undefined) => string | undefined
  /** Explains why the service has nothing for a page; undefined: it has. */
  lackOfPage: (path: string) => string | undefined
  /** Explains why content could not be shown. */
  faultInWords: () => string
  /** Gets the HTTP address of the service, for command lines. */
  serviceUrl: () => string
  /** Names whoever is signed in, whose drafts are kept; undefined: none are. */
  drafter: () => string | undefined
  notifyDone: (message: string) => void
  notifyRefused: (what: string, error: unknown) => void
}

/**
 * The answers. Modules of lib/ give theirs when they are loaded; alone, as in the gallery, a component refuses nothing, and keeps no
 * drafts.
 */
export const surroundings: Surroundings = {
  refusalOf: () => undefined,
  lackOfPage: () => undefined,
  faultInWords: () => 'An error happened while this was shown.',
  serviceUrl: () => location.origin,
  drafter: () => undefined,
  notifyDone: () => undefined,
  notifyRefused: (_what, error) => reportError(error),
}

export const surround = (answers: Partial<Surroundings>): void => void Object.assign(surroundings, answers)
