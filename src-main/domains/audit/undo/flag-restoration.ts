import { differencesBetween, flagPath, type ConfigurationParts, type Path } from '#shared/audit/undo/index.ts'
import type { Operation, Result } from '#shared/contract/index.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { MutationContext, Restored } from '#kernel/use-case.ts'
import { performerOf, type OperationPerformer } from '../configuration/items/item-kind.ts'
import { readCurrentParts } from '../configuration/read-current-parts.ts'

/** Flag that is being restored to an expected state. */
export class FlagRestoration {
  readonly name: string
  readonly context: MutationContext
  readonly #acts: OperationPerformer
  readonly #expected: ConfigurationParts
  #current: ConfigurationParts
  #isStale = false

  constructor(
    context: MutationContext,
    name: string,
    current: ConfigurationParts,
    expected: ConfigurationParts,
  ) {
    this.context = context
    this.#acts = performerOf(context)
    this.name = name
    this.#current = current
    this.#expected = expected
  }

  /** Value of a part now; undefined if it is not there. */
  now<T>(...rest: string[]): T | undefined {
    return this.#current.get(flagPath(this.name, ...rest)) as T | undefined
  }

  /** Value that a part should have; undefined if it should not be there. */
  goal<T>(...rest: string[]): T | undefined {
    return this.#expected.get(flagPath(this.name, ...rest)) as T | undefined
  }

  get isDeleted(): boolean {
    return this.goal() === undefined
  }

  /** Parameters of the operations on the flag, in the project that it is in now. */
  get params(): { projectId: string; featureName: string } {
    return { projectId: this.now<string>('project') ?? '', featureName: this.name }
  }

  /** Parts below a path that differ from what they should be, as they are and as they should be. */
  differences(...rest: string[]): { path: Path; now: unknown; goal: unknown }[] {
    const changes = differencesBetween(this.#current, this.#expected, flagPath(this.name, ...rest))
    return changes.map(({ path, before, after }) => ({ path, now: before, goal: after }))
  }

  /** Parts of one kind in every environment, such as `variants`, that differ. */
  inEnvironments(kind: string): { environment: string; path: Path; now: unknown; goal: unknown }[] {
    return this.differences('env')
      .filter(({ path }) => path[4] === kind)
      .map((one) => ({ ...one, environment: one.path[3] ?? '' }))
  }

  /** Runs an operation on the flag. */
  perform<O extends Operation>(operation: O, raw: RawRequest, restored?: Restored): Promise<Result<O>> {
    this.#isStale = true
    return this.#acts.perform(operation, raw, restored)
  }

  /** Reads the flag again, if an operation may have changed it. */
  async readAgain(): Promise<void> {
    if (!this.#isStale) return
    this.#isStale = false
    this.#current = await readCurrentParts(this.context.everything, [flagPath(this.name)])
  }
}
