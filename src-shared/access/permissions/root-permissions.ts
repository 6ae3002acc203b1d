const CUSTOM_ROOT_ROLES = '5.4.0'

/** Scope of a permission: everywhere, in one project, or in one environment of one project. */
export type PermissionScope = 'root' | 'project' | 'environment'

export interface PermissionDefinition {
  /** The constant on the wire. */
  name: string
  /** The words of the API (docs/contract/access.md#permissions). */
  displayName: string
  /** Group of the permission in the document's table. */
  group: string
  scope: PermissionScope
  /** The version a custom role can carry it since (document: "Feature availability by version"). */
  since: string
  /** A permission that includes this one (document: "included in Update project"). */
  includedIn?: 'UPDATE_PROJECT'
  /** Not to be put into a custom role. */
  assignable?: false
}

const root = <Name extends string>(group: string, since: string, permissions: Record<Name, string>) =>
  Object.entries<string>(permissions).map(([name, displayName]) => ({
    name: name as Name,
    displayName,
    group,
    scope: 'root' as const,
    since,
  })) satisfies PermissionDefinition[]

/** The document's first table ("Root permissions"), in its order. */
export const ROOT_PERMISSIONS = [
  {
    name: 'ADMIN' as const,
    displayName: 'Admin',
    group: 'Admin',
    scope: 'root' as const,
    since: '3.0.0',
    assignable: false as const,
  },
  ...root('API tokens', CUSTOM_ROOT_ROLES, {
    READ_FRONTEND_API_TOKEN: 'Read Frontend tokens',
    CREATE_FRONTEND_API_TOKEN: 'Create Frontend tokens',
    UPDATE_FRONTEND_API_TOKEN: 'Update Frontend tokens',
    DELETE_FRONTEND_API_TOKEN: 'Delete Frontend tokens',
    READ_CLIENT_API_TOKEN: 'Read Backend tokens',
    CREATE_CLIENT_API_TOKEN: 'Create Backend tokens',
    UPDATE_CLIENT_API_TOKEN: 'Update Backend tokens',
    DELETE_CLIENT_API_TOKEN: 'Delete Backend tokens',
  }),
  ...root('Applications', CUSTOM_ROOT_ROLES, { UPDATE_APPLICATION: 'Update applications' }),
  ...root('Authentication', '6.9.0', { UPDATE_AUTH_CONFIGURATION: 'Change authentication settings (SSO)' }),
  ...root('Context fields', CUSTOM_ROOT_ROLES, {
    CREATE_CONTEXT_FIELD: 'Create context fields',
    UPDATE_CONTEXT_FIELD: 'Update context fields',
    DELETE_CONTEXT_FIELD: 'Delete context fields',
  }),
  ...root('Instance maintenance', '6.9.0', {
    UPDATE_INSTANCE_BANNERS: 'Change instance banners',
    UPDATE_MAINTENANCE_MODE: 'Change maintenance mode state',
    UPDATE_CORS: 'Update CORS settings',
    READ_LOGS: 'Read instance logs and login history',
  }),
  ...root('Integrations', CUSTOM_ROOT_ROLES, {
    CREATE_ADDON: 'Create addons',
    UPDATE_ADDON: 'Update addons',
    DELETE_ADDON: 'Delete addons',
  }),
  ...root('Projects', CUSTOM_ROOT_ROLES, { CREATE_PROJECT: 'Create projects' }),
  ...root('Release templates', '6.8.0', {
    RELEASE_PLAN_TEMPLATE_CREATE: 'Create release plan template',
    RELEASE_PLAN_TEMPLATE_UPDATE: 'Update release plan template',
    RELEASE_PLAN_TEMPLATE_DELETE: 'Delete release plan template',
  }),
  ...root('Roles', CUSTOM_ROOT_ROLES, { READ_ROLE: 'Read roles' }),
  ...root('Segments', CUSTOM_ROOT_ROLES, {
    CREATE_SEGMENT: 'Create segments',
    UPDATE_SEGMENT: 'Edit segments',
    DELETE_SEGMENT: 'Delete segments',
  }),
  ...root('Strategies', CUSTOM_ROOT_ROLES, {
    CREATE_STRATEGY: 'Create activation strategies',
    UPDATE_STRATEGY: 'Update strategies',
    DELETE_STRATEGY: 'Delete strategies',
  }),
  ...root('Tag types', CUSTOM_ROOT_ROLES, {
    // the document lists Update and Delete; Create exists on the wire too (docs/contract/access.md#permissions)
    CREATE_TAG_TYPE: 'Create tag types',
    UPDATE_TAG_TYPE: 'Update tag types',
    DELETE_TAG_TYPE: 'Delete tag types',
  }),
]
