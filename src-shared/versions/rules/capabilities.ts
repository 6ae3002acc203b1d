import type { VersionChange } from './change.ts'

interface Capability {
  id: string
  name: string
  since: string
  plan?: string
  detail?: string
}

/** Document, "Feature availability by version", row by row. */
const CAPABILITIES: readonly Capability[] = [
  {
    id: 'rbac',
    name: 'Role-based access control',
    since: '4.0.0',
    plan: 'root roles all plans; project roles Enterprise',
  },
  {
    id: 'impression-data',
    name: 'Impression data',
    since: '4.7.0',
    detail: 'The SDK has to be able to emit impression events.',
  },
  { id: 'custom-project-roles', name: 'Custom project roles', since: '4.6.0', plan: 'Enterprise' },
  { id: 'user-groups', name: 'User groups', since: '4.14.0', plan: 'Enterprise' },
  { id: 'group-sso-sync', name: 'Group SSO sync', since: '4.18.0', plan: 'Enterprise' },
  { id: 'group-root-role', name: 'Group root role', since: '5.1.0', plan: 'Enterprise' },
  { id: 'default-strategy', name: 'Project default strategy', since: '5.2.0' },
  { id: 'custom-root-roles', name: 'Custom root roles', since: '5.4.0', plan: 'Enterprise' },
  { id: 'multiple-project-roles', name: 'Multiple project roles', since: '5.6.0', plan: 'Enterprise' },
  { id: 'signals', name: 'Signals', since: '5.11.0', plan: 'Enterprise', detail: 'BETA in 5.11.' },
  {
    id: 'release-template-permissions',
    name: 'Release template permissions',
    since: '6.8.0',
    plan: 'Enterprise',
  },
  { id: 'archive-projects', name: 'Archive projects', since: '6.3.0', plan: 'Enterprise' },
  {
    id: 'authentication-permissions',
    name: 'Authentication and instance maintenance permissions',
    since: '6.9.0',
    plan: 'Enterprise',
  },
  {
    id: 'access-overview',
    name: 'Access overview page',
    since: '6.9.0',
    detail: 'Admin settings > User config > Users > Access overview.',
  },
]

export const CAPABILITY_CHANGES: readonly VersionChange[] = CAPABILITIES.map(
  ({ id, name, since, plan, detail }) => ({
    id: `capability-${id}`,
    version: since,
    kind: 'capability',
    title: name,
    source: 'document',
    ...(plan === undefined ? {} : { plan }),
    ...(detail === undefined ? {} : { detail }),
  }),
)
