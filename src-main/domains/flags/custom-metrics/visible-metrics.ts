import type { QueryContext } from '#kernel/use-case.ts'
import type { ScopeFilter } from './metric-scope.ts'

/** Hides what tokens of private projects alone have reported. */
export const visibleTo =
  ({ hidden }: QueryContext): ScopeFilter =>
  ({ projects }) =>
    projects.some((project) => !hidden.has(project))
