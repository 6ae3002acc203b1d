import type { ChangeAction } from '../changes/schemas/requested-change.ts'

/**
 * Change control of an operation that makes directly what a change request could (docs/contract/changes.md#guard),
 * and the change to request instead; null: the contract has no such change.
 */
export type ChangeControl =
  /** Affects the environments of its place. SKIP_CHANGE_REQUEST there allows it. */
  | { readonly scope: 'environment'; readonly action: ChangeAction | null }
  /** Affects every environment of the project where it is used, and can be skipped in each. */
  | { readonly scope: 'every-environment'; readonly action: ChangeAction }
  /**
   * Affects all environments of the project, and no permission to skip covers it (document: "Skip change requests ...
   * Does not apply to flag-level actions that affect all environments").
   */
  | { readonly scope: 'project'; readonly action: ChangeAction | null; readonly attempt: string }
  /** Brings a flag into the project that the part of the body names. */
  | { readonly scope: 'move'; readonly into: `body.${string}` }

/** Declares an operation on environments of its place that `action` can ask for. */
export const controlledInEnvironment = <A extends ChangeAction | null>(action: A) =>
  ({ scope: 'environment', action }) as const

/** Declares an operation on a whole flag that `action` can ask for; `attempt` is its name in the refusal. */
export const controlledInProject = <A extends ChangeAction | null>(action: A, attempt: string) =>
  ({ scope: 'project', action, attempt }) as const
