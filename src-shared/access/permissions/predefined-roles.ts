import type { ENVIRONMENT_PERMISSIONS, PROJECT_PERMISSIONS } from './project-permissions.ts'
import type { ROOT_PERMISSIONS } from './root-permissions.ts'

type Name = (
  | (typeof ROOT_PERMISSIONS)[number]
  | (typeof PROJECT_PERMISSIONS)[number]
  | (typeof ENVIRONMENT_PERMISSIONS)[number]
)['name']

/**
 * `root` and `project` are predefined, `root-custom` and `custom` are made by users
 * (docs/contract/access.md#predefined-roles).
 */
export type RoleType = 'root' | 'project' | 'root-custom' | 'custom'

export interface PredefinedRole {
  id: number
  name: string
  type: 'root' | 'project'
  description: string
  permissions: readonly Name[]
}

/** Permissions on flags inside an environment. A row without environment applies in every environment. */
const IN_EVERY_ENVIRONMENT = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
] as const

const FLAGS_AND_TOKENS = [
  'CREATE_FEATURE',
  'UPDATE_FEATURE',
  'DELETE_FEATURE',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'READ_PROJECT_API_TOKEN',
  'CREATE_PROJECT_API_TOKEN',
  'DELETE_PROJECT_API_TOKEN',
] as const

const OWN_A_PROJECT = [
  ...FLAGS_AND_TOKENS,
  'MOVE_FEATURE_TOGGLE',
  'UPDATE_PROJECT',
  'DELETE_PROJECT',
] as const

/** The number of the role Member. */
export const MEMBER_ROLE_ID = 5

/** The number of the role Reader. */
export const READER_ROLE_ID = 6

/** The number of the role Owner: its holders may hand out every role of the project. */
export const OWNER_ROLE_ID = 4

/**
 * The roles of every instance (document: "Root roles", "Project roles"; rows and ids:
 * docs/contract/access.md#predefined-roles).
 */
export const PREDEFINED_ROLES: readonly PredefinedRole[] = [
  {
    id: 1,
    name: 'Admin',
    type: 'root',
    description: 'Users with the root admin role have superuser access and can perform any operation.',
    permissions: ['ADMIN'],
  },
  {
    id: 2,
    name: 'Editor',
    type: 'root',
    description:
      'Users with the root editor role have access to most features, but can not manage users and roles in the root scope. ' +
      'Editors will be added as project owners when creating projects and get superuser rights within the context of these projects.',
    permissions: [
      'CREATE_ADDON',
      'UPDATE_ADDON',
      'DELETE_ADDON',
      'CREATE_CONTEXT_FIELD',
      'UPDATE_CONTEXT_FIELD',
      'DELETE_CONTEXT_FIELD',
      'CREATE_PROJECT',
      'CREATE_SEGMENT',
      'UPDATE_SEGMENT',
      'DELETE_SEGMENT',
      'CREATE_STRATEGY',
      'UPDATE_STRATEGY',
      'DELETE_STRATEGY',
      'CREATE_TAG_TYPE',
      'UPDATE_TAG_TYPE',
      'DELETE_TAG_TYPE',
      'READ_CLIENT_API_TOKEN',
      'READ_FRONTEND_API_TOKEN',
      'RELEASE_PLAN_TEMPLATE_CREATE',
      'RELEASE_PLAN_TEMPLATE_UPDATE',
      'UPDATE_APPLICATION',
      // the project permissions of a root role apply in the project `default` only (document: "most permissions on
      // the default project")
      ...OWN_A_PROJECT,
      ...IN_EVERY_ENVIRONMENT,
    ],
  },
  {
    id: 3,
    name: 'Viewer',
    type: 'root',
    description:
      'Users with the root viewer role can only read root resources. They can be added to projects as members.',
    permissions: [],
  },
  {
    id: OWNER_ROLE_ID,
    name: 'Owner',
    type: 'project',
    description:
      'Users with the project owner role have full control over the project, and can add and manage other users within it.',
    permissions: [
      ...OWN_A_PROJECT,
      'UPDATE_PROJECT_CONTEXT',
      'UPDATE_PROJECT_SEGMENT',
      'UPDATE_PROJECT_RELEASE_TEMPLATE',
      ...IN_EVERY_ENVIRONMENT,
    ],
  },
  {
    id: MEMBER_ROLE_ID,
    name: 'Member',
    type: 'project',
    description:
      'Users with the project member role are allowed to view, create and update feature flags within the project, but have limited permissions in regards to managing the project’s user access and can not archive or delete the project.',
    permissions: [...FLAGS_AND_TOKENS, ...IN_EVERY_ENVIRONMENT],
  },
  {
    id: READER_ROLE_ID,
    name: 'Reader',
    type: 'project',
    description: 'Users with the project reader role can view the project, and count as its members.',
    permissions: [],
  },
]
