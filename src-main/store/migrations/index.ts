import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { flags } from './0002-flags.ts'
import { access } from './0003-access.ts'
import { projects } from './0004-projects.ts'
import { changeRequests } from './0005-change-requests.ts'
import { releasePlans } from './0006-release-plans.ts'
import { seenContexts } from './0007-seen-contexts.ts'
import { signals } from './0008-signals.ts'
import { actions } from './0009-actions.ts'
import { upgradeReport } from './0010-upgrade-report.ts'
import { instance } from './0011-instance.ts'
import { listeners } from './0012-listeners.ts'
import { remotes } from './0013-remotes.ts'
import { addons } from './0014-addons.ts'
import { sunset } from './0015-sunset.ts'
import { retention } from './0016-retention.ts'
import { adminTokens } from './0017-admin-tokens.ts'
import { projectActivity } from './0018-project-activity.ts'
import { failedActions } from './0019-failed-actions.ts'
import { severalRequests } from './0020-several-requests.ts'
import { signIns } from './0021-sign-ins.ts'
import { singleSignOut } from './0022-single-sign-out.ts'
import { scim } from './0023-scim.ts'
import { instanceMessages } from './0024-instance-messages.ts'
import { impactMetrics } from './0025-impact-metrics.ts'
import { emails } from './0026-emails.ts'
import { emailSubscriptions } from './0027-email-subscriptions.ts'
import { providerIdentities } from './0028-provider-identities.ts'
import { projectReleaseTemplates } from './0029-project-release-templates.ts'
import { snapshots } from './0031-snapshots.ts'
import { codeFolders } from './0032-code-folders.ts'
import { senderSecrets } from './0033-sender-secrets.ts'
import { remoteConnections } from './0034-remote-connections.ts'
import { formerFlags } from './0035-former-flags.ts'
import { applicationNames } from './0036-application-names.ts'
import { storedBytes } from './0037-stored-bytes.ts'
import { overrides } from './0038-overrides.ts'
import { mirror } from './0039-mirror.ts'
import { forwarding } from './0040-forwarding.ts'
import { overrideStrategies } from './0041-override-strategies.ts'
import { expectations } from './0042-expectations.ts'
import { contextOrigins } from './0043-context-origins.ts'
import { policies } from './0044-policies.ts'
import { signalDeliveries } from './0045-signal-deliveries.ts'
import { actionRules } from './0046-action-rules.ts'
import { lateSignals } from './0047-late-signals.ts'
import { connectedVia } from './0048-connected-via.ts'
import { signalDigests } from './0049-signal-digests.ts'
import { sharedMemory } from './0030-shared-memory.ts'

/** All steps of the schema, in order. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  flags,
  access,
  projects,
  changeRequests,
  releasePlans,
  seenContexts,
  signals,
  actions,
  upgradeReport,
  instance,
  listeners,
  remotes,
  addons,
  sunset,
  retention,
  adminTokens,
  projectActivity,
  failedActions,
  severalRequests,
  signIns,
  singleSignOut,
  scim,
  instanceMessages,
  impactMetrics,
  emails,
  emailSubscriptions,
  providerIdentities,
  projectReleaseTemplates,
  sharedMemory,
  snapshots,
  codeFolders,
  senderSecrets,
  remoteConnections,
  formerFlags,
  applicationNames,
  storedBytes,
  overrides,
  mirror,
  forwarding,
  overrideStrategies,
  expectations,
  contextOrigins,
  policies,
  signalDeliveries,
  actionRules,
  lateSignals,
  connectedVia,
  signalDigests,
]
