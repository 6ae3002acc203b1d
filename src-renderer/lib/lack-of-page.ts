import { pageOf, type PagePattern } from '#shared/desktop/pages.ts'
import { NOT_IN_EDITION, NOT_OFFERED } from '#shared/versions/rules/offered-elsewhere.ts'
import { surround, type DeclaredOperation } from '#ui/surroundings.ts'
import { needToRead, refusalOf, rights } from './rights.svelte.ts'

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
  '/overrides',
  '/policies',
  '/mirror',
  '/propagation',
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

/** Pages about what only Halyard and the Enterprise edition of a service have. */
const OF_ENTERPRISE: ReadonlySet<PagePattern> = new Set<PagePattern>([
  '/projects/:projectId/access',
  '/projects/:projectId/change-requests',
  '/projects/:projectId/change-requests/:requestId',
  '/projects/:projectId/settings/change-requests',
  '/projects/:projectId/settings/release-templates',
  '/projects/:projectId/settings/release-templates/:templateId',
  '/change-requests',
  '/change-requests/:whose',
  '/release-templates',
  '/release-templates/:templateId',
  '/insights',
  '/admin/roles',
  '/admin/roles/:kind',
  '/admin/groups',
  '/admin/service-accounts',
  '/admin/banners',
  '/admin/single-sign-on',
  '/admin/single-sign-on/:tab',
  '/admin/logins',
])

/** Tabs of the same kind, of pages that other services have. */
const OUR_TABS: ReadonlySet<string> = new Set([
  '/admin/instance/edge',
  '/admin/instance/email',
  '/admin/instance/database',
  '/admin/instance/scenario',
  '/admin/single-sign-on/rehearsal',
])
const ENTERPRISE_TABS: ReadonlySet<string> = new Set(['/admin/instance/network', '/admin/instance/licence'])

/** Explains why the service of this window has nothing for a page; undefined: it has. */
export function lackOfPage(path: string): string | undefined {
  if (!rights.elsewhere) return undefined
  const page = pageOf(path)
  if ((page && OURS.has(page)) || OUR_TABS.has(path)) return NOT_OFFERED
  const isOfEnterprise = (page && OF_ENTERPRISE.has(page)) || ENTERPRISE_TABS.has(path)
  return isOfEnterprise && rights.elsewhere.edition === 'oss' ? NOT_IN_EDITION : undefined
}

surround({ lackOfPage })

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
