import type { PermissionDefinition } from './root-permissions.ts'

const CUSTOM_PROJECT_ROLES = '4.6.0'

const project = <Name extends string>(
  group: string,
  permissions: Record<Name, string>,
  extra: Pick<PermissionDefinition, 'includedIn'> = {},
) =>
  Object.entries<string>(permissions).map(([name, displayName]) => ({
    name: name as Name,
    displayName,
    group,
    scope: 'project' as const,
    since: CUSTOM_PROJECT_ROLES,
    ...extra,
  })) satisfies PermissionDefinition[]

const inUpdateProject = { includedIn: 'UPDATE_PROJECT' } as const

/** The document's second table ("Project-level permissions"), in its order. */
export const PROJECT_PERMISSIONS = [
  ...project('API tokens', {
    READ_PROJECT_API_TOKEN: 'Read api tokens for a specific project',
    CREATE_PROJECT_API_TOKEN: 'Create api tokens for a specific project',
    DELETE_PROJECT_API_TOKEN: 'Delete api tokens for a specific project',
  }),
  ...project(
    'Change requests',
    {
      PROJECT_CHANGE_REQUEST_READ: 'View only access to change request configuration for project',
      PROJECT_CHANGE_REQUEST_WRITE: 'Write access to change request configuration for project',
    },
    inUpdateProject,
  ),
  ...project('Features and strategies', {
    CREATE_FEATURE: 'Create feature flags',
    UPDATE_FEATURE: 'Update feature flags',
    UPDATE_FEATURE_DEPENDENCY: 'Update feature dependency',
    DELETE_FEATURE: 'Delete feature flags',
    MOVE_FEATURE_TOGGLE: 'Change feature flag project',
    UPDATE_FEATURE_VARIANTS: 'Create/edit variants',
    UPDATE_PROJECT_SEGMENT: 'Create/edit project segment',
    // not in the document; on the wire since 7.x and 8.x (docs/contract/access.md#permissions)
    UPDATE_PROJECT_CONTEXT: 'Create/edit project context',
    UPDATE_PROJECT_RELEASE_TEMPLATE: 'Create/edit project release template',
  }),
  ...project('Projects', { UPDATE_PROJECT: 'Update project' }),
  ...project(
    'Projects',
    {
      PROJECT_USER_ACCESS_READ: 'View only access to Project User Access',
      PROJECT_USER_ACCESS_WRITE: 'Write access to Project User Access',
      PROJECT_DEFAULT_STRATEGY_READ: 'View only access to default strategy configuration for project',
      PROJECT_DEFAULT_STRATEGY_WRITE: 'Write access to default strategy configuration for project',
      PROJECT_SETTINGS_READ: 'View only access to project settings',
      PROJECT_SETTINGS_WRITE: 'Write access to project settings',
    },
    inUpdateProject,
  ),
  ...project('Projects', { DELETE_PROJECT: 'Delete project' }),
]

const environment = <Name extends string>(permissions: Record<Name, string>) =>
  Object.entries<string>(permissions).map(([name, displayName]) => ({
    name: name as Name,
    displayName,
    group: 'Environment',
    scope: 'environment' as const,
    since: CUSTOM_PROJECT_ROLES,
  })) satisfies PermissionDefinition[]

/** The document's third table ("Environment-level permissions"), in its order. */
export const ENVIRONMENT_PERMISSIONS = environment({
  CREATE_FEATURE_STRATEGY: 'Create activation strategies',
  UPDATE_FEATURE_STRATEGY: 'Update activation strategies',
  DELETE_FEATURE_STRATEGY: 'Delete activation strategies',
  UPDATE_FEATURE_ENVIRONMENT: 'Enable/disable flags',
  UPDATE_FEATURE_ENVIRONMENT_VARIANTS: 'Update variants',
  APPROVE_CHANGE_REQUEST: 'Approve/Reject change requests',
  APPLY_CHANGE_REQUEST: 'Apply change requests',
  SKIP_CHANGE_REQUEST: 'Skip change request process',
})
