import { hiddenProjects, type Grant, type Subject } from '../../../src-shared/access/index.ts'
import type { Actor } from '../../kernel/caller.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import type { Queries } from '../../store/queries.ts'
import { grantsOf, type AccessFacts } from './access-facts.ts'
import { readAccessFacts } from './access.store.ts'

const NOTHING: AccessFacts = { roles: [], assignments: [], groups: [], privateProjects: [] }
const NONE: ReadonlySet<string> = new Set()

/**
 * Who holds which roles, in memory: every request is decided from here, never from the database
 * (docs/architecture.md, "hot reads"). Read again after any change to users, roles, groups or access, before the reply.
 */
export class AccessDirectory {
  readonly #queries: Queries
  #facts = NOTHING
  #grants: ReadonlyMap<number, readonly Grant[]> = new Map()
  /** Found out when first asked for. */
  #hidden = new Map<number, ReadonlySet<string>>()
  #loading: Promise<void> = Promise.resolve()

  constructor(queries: Queries) {
    this.#queries = queries
  }

  /** Reads everything anew. One reading at a time: the last to begin sees the last commit, and is the last to end. */
  reload(): Promise<void> {
    this.#loading = this.#loading.then(async () => {
      this.#facts = await readAccessFacts(this.#queries)
      this.#grants = grantsOf(this.#facts)
      this.#hidden = new Map()
    })
    return this.#loading
  }

  /** To be called by every use case that changes who may do what: the change holds from its own reply on. */
  refreshAfter(context: Pick<MutationContext, 'onCommit'>): void {
    context.onCommit(() => this.reload())
  }

  /** The caller as decisions see it; undefined for actors that hold no roles by nature. */
  subjectOf(actor: Actor): Subject | undefined {
    switch (actor.kind) {
      case 'user':
        return this.subjectOfUser(actor.id, actor.username)
      case 'admin-token':
        return { kind: 'admin-token', name: actor.username }
      case 'system':
        return { kind: 'system' }
      default:
        return undefined
    }
  }

  /** A user as decisions see one. */
  subjectOfUser(id: number, name = ''): Subject & { kind: 'user' } {
    return { kind: 'user', id, name, grants: this.grantsOf(id), hidden: this.#hiddenFromUser(id) }
  }

  /** The projects that the actor does not see (semantics.md 3.6): only people are shown less than all. */
  hiddenFrom(actor: Actor): ReadonlySet<string> {
    return actor.kind === 'user' ? this.#hiddenFromUser(actor.id) : NONE
  }

  #hiddenFromUser(id: number): ReadonlySet<string> {
    if (this.#facts.privateProjects.length === 0) return NONE
    const known = this.#hidden.get(id)
    if (known) return known
    const hidden = hiddenProjects(this.grantsOf(id), this.#facts.privateProjects)
    this.#hidden.set(id, hidden)
    return hidden
  }

  grantsOf(userId: number): readonly Grant[] {
    return this.#grants.get(userId) ?? []
  }

  /** What all grants come from, as it is now. */
  get facts(): AccessFacts {
    return this.#facts
  }
}
