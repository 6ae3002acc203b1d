import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import type { ContextFindingsQuery } from '#shared/clients/schemas/context-findings.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'
import { isOffered } from '#lib/rights.svelte.ts'

/** No event tells that an application has sent a context: what a page shows is read again after this time. */
const FRESH_MS = 30_000

/** Query of what is wrong with the contexts that applications send. */
export const contextFindingsQuery = (asked: Omit<ContextFindingsQuery, 'since'>) => ({
  queryKey: [...keys.contextFindings, JSON.stringify(asked)],
  queryFn: () => api.getContextFindings.query({ query: asked }),
  enabled: isOffered(getContextFindings),
  staleTime: FRESH_MS,
})

/** The words for a severity, and the tone of its badge. */
export const SEVERITIES = {
  problem: { label: 'problem', tone: 'danger' },
  warning: { label: 'warning', tone: 'warning' },
  info: { label: 'note', tone: 'neutral' },
} as const

/** Title of a program; null: it names no application. */
export const programName = (application: string | null): string =>
  application ?? 'Programs that name no application'
