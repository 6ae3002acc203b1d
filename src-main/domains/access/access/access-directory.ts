import { hiddenProjects, type Grant, type HiddenProjects, type Subject } from '#shared/access/rules/index.ts'
import type { Actor } from '#kernel/caller.ts'
import type { Logger } from '#kernel/logger.ts'
import { Refresher } from '#runtime/refresher.ts'
import { nextTurn } from '#runtime/turn.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { GrantIndex, type AccessFacts } from './access-facts.ts'
import { readAccessFacts } from './access.store.ts'

const NOTHING: AccessFacts = { roles: [], assignments: [], groups: [], privateProjects: [] }
const NONE: HiddenProjects = new Set()

/**
 * Role assignments, in memory. Every request is decided from here, never from the database
 * (docs/architecture.md, "hot reads"). Refreshed before the reply after any change to users, roles, groups or
 * access.
 */
export class AccessDirectory {
  readonly #refreshing: Refresher
  /** One function: however often a write asks for it, it runs once. */
  readonly #reload = (): Promise<void> => this.reload()
  #facts = NOTHING
  #grants = new GrantIndex(NOTHING)
  /** Projects hidden from each user, computed on first use. */
  #hidden = new Map<number, HiddenProjects>()

  constructor(queries: Queries, logger?: Logger) {
    const read = async () => {
      // not in the turn of the write that asks for it
      await nextTurn()
      const facts = await readAccessFacts(queries)
      await nextTurn()
      this.#grants = new GrantIndex(facts)
      this.#facts = facts
      this.#hidden = new Map()
    }
    this.#refreshing = new Refresher({ name: 'the access directory', read, logger })
  }

  /** Reads everything anew; a read that fails is retried until it succeeds. */
  reload(): Promise<void> {
    return this.#refreshing.reload()
  }

  /** Ends the retries, before the store closes. */
  stop(): void {
    this.#refreshing.stop()
  }

  /**
   * Refreshes after the commit. Call it in every use case that changes access: the change then holds from its
   * own response on.
   */
  refreshAfter(context: Pick<MutationContext, 'onCommit'>): void {
    context.onCommit(this.#reload)
  }

  /** Returns the caller as the subject of decisions; undefined for actors that cannot have roles. */
  subjectOf(actor: Actor): Subject | undefined {
    switch (actor.kind) {
      case 'user':
        return this.subjectOfUser(actor.id, actor.username)
      case 'admin-token':
        return { kind: 'admin-token', name: actor.username }
      // the token is accepted by SCIM operations only: audience.ts
      case 'scim-token':
      case 'system':
        return { kind: 'system' }
      default:
        return undefined
    }
  }

  /** Builds a user as the subject of decisions. */
  subjectOfUser(id: number, name = ''): Subject & { kind: 'user' } {
    return { kind: 'user', id, name, grants: this.grantsOf(id), hidden: this.#hiddenFromUser(id) }
  }

  /**
   * Returns the projects hidden from the actor (docs/contract/projects.md#collaboration-modes). Projects are
   * hidden only from people.
   */
  hiddenFrom(actor: Actor): HiddenProjects {
    return actor.kind === 'user' ? this.#hiddenFromUser(actor.id) : NONE
  }

  #hiddenFromUser(id: number): HiddenProjects {
    const { privateProjects, formerProjects = [] } = this.#facts
    if (privateProjects.length + formerProjects.length === 0) return NONE
    const known = this.#hidden.get(id)
    if (known) return known
    const hidden = hiddenProjects(this.grantsOf(id), privateProjects, formerProjects)
    this.#hidden.set(id, hidden)
    return hidden
  }

  grantsOf(userId: number): readonly Grant[] {
    return this.#grants.of(userId)
  }

  /** Current facts from which all grants are computed. */
  get facts(): AccessFacts {
    return this.#facts
  }
}
