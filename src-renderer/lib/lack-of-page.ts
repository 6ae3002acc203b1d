import { pageOf, type PagePattern } from '../../src-shared/desktop/pages.ts'
import { NOT_OFFERED } from '../../src-shared/versions/rules/offered-elsewhere.ts'
import { needToRead, refusalOf, rights, type DeclaredOperation } from './rights.svelte.ts'

/** Pages about what only a Halyard has. */
const OURS: ReadonlySet<PagePattern> = new Set<PagePattern>([
  '/start',
  '/support',
  '/projects/:projectId/actions',
  '/projects/:projectId/code',
  '/signals',
  '/signals/view/:kind',
  '/signals/:id',
  '/signals/:id/:tab',
  '/signals/:id/signal/:signalId',
  '/evaluation-log',
  '/request-log',
  '/impact-metrics',
  '/impressions',
  '/seen-contexts',
  '/doctor',
  '/agents',
  '/past',
  '/admin/access',
  '/admin/access/simulator',
  '/admin/users/:id',
  '/admin/provisioning',
  '/settings/:tab',
  '/versions/calls',
  '/versions/ports',
  '/versions/remotes',
  '/versions/remotes/:id',
])

/** Tabs of the same kind, of pages that other services have. */
const OUR_TABS: ReadonlySet<string> = new Set([
  '/admin/instance/edge',
  '/admin/instance/email',
  '/admin/instance/database',
  '/admin/instance/scenario',
  '/admin/single-sign-on/rehearsal',
])

/** Explains why the service of this window has nothing for a page; undefined: it has. */
export function lackOfPage(path: string): string | undefined {
  if (!rights.elsewhere) return undefined
  const page = pageOf(path)
  return (page && OURS.has(page)) || OUR_TABS.has(path) ? NOT_OFFERED : undefined
}

/** Page of the navigation, as far as it decides who may see it. */
export interface PageNeeds {
  path: string
  /**
   * Operation that the page needs to show anything. Users without its permission find the entry disabled,
   * with the reason.
   */
  reads?: DeclaredOperation
}

/** Explains why an entry of the navigation is disabled; undefined: it is not. */
export const refusalOfPage = ({ path, reads }: PageNeeds): string | undefined =>
  lackOfPage(path) ?? (reads && refusalOf(needToRead(reads)))
