import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { lackElsewhere } from '#shared/versions/rules/offered-elsewhere.ts'

/** The service that has the fewest operations of the newest version. */
const LEAST = { version: null, edition: 'oss' } as const

const RENDERER = path.resolve('src-renderer')
const READ = /\bapi\.(\w+)\.(?:query|subscribe)\b/g
/** Answered by the connection, although no operation has the name. */
const ANSWERED = ['status', 'changes', 'searchAllEvents', 'surveyPlayground']

/** Folders and files of pages that `lack-of-page.ts` names, and dialogs that begin with what is not offered. */
const ON_OUR_PAGES = [
  'domains/signals/',
  'domains/audit/past/',
  'domains/audit/undo/UndoDialog.svelte',
  'domains/access/access-simulator/SimulatorPage.svelte',
  'domains/access/access-overview/',
  'domains/access/groups/',
  'domains/access/roles/',
  'domains/access/scim/',
  'domains/access/service-accounts/',
  'domains/access/single-sign-on/',
  'domains/access/users/ProviderAccountsPanel.svelte',
  'domains/access/users/UserGrantsPanel.svelte',
  'domains/access/users/UserGroupSyncsPanel.svelte',
  'domains/access/users/UserPage.svelte',
  'domains/access/users/UserSessionsPanel.svelte',
  'domains/clients/doctor/',
  'domains/changes/change-request-settings/',
  'domains/changes/policies/',
  'domains/changes/change-requests/ChangeRequestsPage.svelte',
  'domains/changes/change-requests/PreviewPanel.svelte',
  'domains/changes/change-requests/ReviewersDialog.svelte',
  'domains/clients/edge/',
  'domains/clients/evaluation-log/',
  'domains/clients/impressions/',
  'domains/clients/propagation/',
  'domains/clients/seen-contexts/',
  'domains/flags/impact-metrics/ImpactMetricsPage.svelte',
  'domains/flags/release-templates/',
  'domains/instance/database/',
  'domains/insight/instance-insights/',
  'domains/instance/email/',
  'domains/instance/instance/NetworkTab.svelte',
  'domains/instance/instance/UsageChart.svelte',
  'domains/instance/request-log/',
  'domains/instance/support/',
  'domains/projects/project-access/',
  'domains/transfer/',
  'domains/versions/listeners/',
  'domains/versions/upgrade-report/',
  'shell/settings/InstanceSettingsTab.svelte',
  // Home shows the first run of a Halyard alone
  'shell/start/heard-requests.svelte.ts',
]
/** Reads whose users check first, by the file that checks. */
const CHECKED_IN: Readonly<Record<string, readonly string[]>> = {
  'domains/instance/banners/banners-query.ts': ['domains/instance/banners/Banners.svelte'],
  // the project's own page is one of Halyard's
  'domains/clients/code-references/code-query.ts': ['domains/clients/code-references/FlagCodePanel.svelte'],
  'domains/changes/blast-radius/blast-radius-query.ts': [
    'domains/changes/blast-radius/BlastRadiusNote.svelte',
  ],
  'domains/changes/change-requests/change-request-queries.ts': [
    'domains/changes/change-requests/AllChangeRequestsPage.svelte',
    'domains/changes/change-requests/ChecksPanel.svelte',
    'domains/changes/change-requests/PendingRequests.svelte',
    'domains/changes/change-requests/change-rule.svelte.ts',
    'domains/projects/projects/ProjectTabs.svelte',
    'domains/projects/personal-dashboard/WaitingPanel.svelte',
    'shell/attention.ts',
  ],
  // without a time, it asks what others answer
  'domains/insight/playground/TracePanel.svelte': ['domains/insight/playground/PlaygroundPage.svelte'],
  'domains/projects/personal-dashboard/home-queries.ts': [
    'domains/projects/personal-dashboard/WaitingPanel.svelte',
  ],
}
/** Reads that fail in words of their own: after a refused undo, in a greyed editor. */
const SAYS_SO = [
  'lib/notify-written.ts',
  'domains/flags/impact-metrics/ImpactChartDialog.svelte',
  'domains/flags/safeguards/SafeguardDialog.svelte',
]
const CHECK = /\b(?:isOffered|lackOf|needToRead)\(/

const read = (file: string) => readFileSync(path.join(RENDERER, file), 'utf8')
const offered = new Set([
  ...ANSWERED,
  ...OPERATIONS.filter((one) => lackElsewhere(one, LEAST) === undefined).map((one) => one.operationId),
])
const files = globSync('**/*.{ts,svelte}', { cwd: RENDERER }).filter((file) => !file.endsWith('.test.ts'))
const reads = files
  .map((file) => ({
    file,
    lacking: [...read(file).matchAll(READ)].flatMap(([, name = '']) => (offered.has(name) ? [] : [name])),
  }))
  .filter(({ lacking }) => lacking.length > 0)

describe('a read of what only a Halyard has', () => {
  it('is on a page that other services do not have, or is checked before', () => {
    const unchecked = reads.filter(
      ({ file }) =>
        !ON_OUR_PAGES.some((place) => file.startsWith(place)) &&
        !SAYS_SO.includes(file) &&
        !(CHECKED_IN[file] ?? [file]).every((checking) => CHECK.test(read(checking))),
    )
    expect(unchecked).toEqual([])
  })

  it('is there for each exception', () => {
    const found = reads.map(({ file }) => file)
    const unused = [...ON_OUR_PAGES, ...SAYS_SO, ...Object.keys(CHECKED_IN)].filter(
      (place) => !found.some((file) => file.startsWith(place)),
    )
    expect(unused).toEqual([])
  })
})
