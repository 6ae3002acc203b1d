import type { EventKind } from './event-kind.ts'

const kind = (label: string, summary: string): EventKind => ({ label, affectsClients: false, summary })

/** Events of users, roles, groups and their grants. They do not affect SDKs. */
export const ACCESS_EVENTS = {
  'user-created': kind('User created', '{user} created user {name}'),
  'user-updated': kind('User updated', '{user} updated user {name}'),
  'user-deleted': kind('User deleted', '{user} deleted user {name}'),
  'user-login': kind('User signed in', '{user} signed in'),
  'auth-settings-updated': kind('Sign-in settings updated', '{user} updated the sign-in settings {name}'),
  'user-sessions-ended': kind('User signed out elsewhere', '{user} ended sessions of user {name}'),
  'user-password-changed': kind('Password changed', '{user} changed the password of user {name}'),
  'reset-password-link-created': kind(
    'Password reset link created',
    '{user} created a link to reset the password of user {name}',
  ),
  'public-signup-token-created': kind('Invite link created', '{user} created the invite link {name}'),
  'public-signup-token-updated': kind('Invite link updated', '{user} updated the invite link {name}'),
  'public-signup-token-user-added': kind('User joined by invite link', '{name} joined by an invite link'),
  'pat-created': kind('Personal access token created', '{user} created the personal access token {name}'),
  'pat-deleted': kind('Personal access token deleted', '{user} deleted the personal access token {name}'),
  'service-account-created': kind('Service account created', '{user} created the service account {name}'),
  'service-account-updated': kind('Service account updated', '{user} updated the service account {name}'),
  'service-account-deleted': kind('Service account deleted', '{user} deleted the service account {name}'),
  'service-account-token-created': kind(
    'Service account token created',
    '{user} created the service account token {name}',
  ),
  'service-account-token-deleted': kind(
    'Service account token deleted',
    '{user} deleted the service account token {name}',
  ),
  'group-created': kind('Group created', '{user} created group {name}'),
  'group-updated': kind('Group updated', '{user} updated group {name}'),
  'group-deleted': kind('Group deleted', '{user} deleted group {name}'),
  'group-user-added': kind('Group member added', '{user} added {member} to group {name}'),
  'group-user-removed': kind('Group member removed', '{user} removed {member} from group {name}'),
  'scim-groups-deleted': kind('SCIM groups deleted', '{user} deleted all groups that SCIM made'),
  'role-created': kind('Role created', '{user} created role {name}'),
  'role-updated': kind('Role updated', '{user} updated role {name}'),
  'role-deleted': kind('Role deleted', '{user} deleted role {name}'),
  'project-access-added': kind('Project access added', '{user} gave access to project {project}'),
  'project-access-updated': kind('Project access updated', '{user} set the access to project {project}'),
  'project-access-user-roles-updated': kind(
    'Roles of a project member updated',
    '{user} updated the roles of {name} in project {project}',
  ),
  'project-access-user-roles-deleted': kind(
    'Project member removed',
    '{user} removed {name} from project {project}',
  ),
  'project-access-group-roles-updated': kind(
    'Roles of a project group updated',
    '{user} updated the roles of group {name} in project {project}',
  ),
  'project-access-group-roles-deleted': kind(
    'Project group removed',
    '{user} removed group {name} from project {project}',
  ),
} as const satisfies Record<string, EventKind>
