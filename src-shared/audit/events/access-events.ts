import { PROJECT_AREAS } from './areas.ts'
import { kindTouching, type EventKind } from './event-kind.ts'

const account = kindTouching('users', 'me')
/** Actions depend on the permissions of their service accounts. */
const actingAccount = kindTouching('users', 'me', 'actions')
const signIn = kindTouching('signIn')
const scim = kindTouching('scim')
const ownToken = kindTouching('personalTokens')
const projectAccess = kindTouching(...PROJECT_AREAS, 'users', 'me', 'actions')

/** Events of users, roles, groups and their grants. They do not affect SDKs. */
export const ACCESS_EVENTS = {
  'user-created': account('User created', '{user} created user {account}'),
  'user-updated': account('User updated', '{user} updated user {account}'),
  'user-deleted': account('User deleted', '{user} deleted user {account}'),
  'user-login': account('User signed in', '{user} signed in'),
  'auth-settings-updated': signIn('Sign-in settings updated', '{user} updated the sign-in settings {name}'),
  'user-sessions-ended': account('User signed out elsewhere', '{user} ended sessions of user {account}'),
  'provider-accounts-forgotten': kindTouching('users', 'signIn')(
    'Accounts at providers forgotten',
    '{user} forgot the accounts at identity providers of user {account}',
  ),
  'user-password-changed': account('Password changed', '{user} changed the password of user {account}'),
  'reset-password-link-created': account(
    'Password reset link created',
    '{user} created a link to reset the password of user {account}',
  ),
  'public-signup-token-created': account(
    'Invite link created',
    '{user} created the invite link {inviteLink}',
  ),
  'public-signup-token-updated': account(
    'Invite link updated',
    '{user} updated the invite link {inviteLink}',
  ),
  'public-signup-token-user-added': account(
    'User joined by invite link',
    '{account} joined by an invite link',
  ),
  'pat-created': ownToken('Personal access token created', '{user} created the personal access token {name}'),
  'pat-deleted': ownToken('Personal access token deleted', '{user} deleted the personal access token {name}'),
  'service-account-created': actingAccount(
    'Service account created',
    '{user} created the service account {serviceAccount}',
  ),
  'service-account-updated': actingAccount(
    'Service account updated',
    '{user} updated the service account {serviceAccount}',
  ),
  'service-account-deleted': actingAccount(
    'Service account deleted',
    '{user} deleted the service account {serviceAccount}',
  ),
  'service-account-token-created': actingAccount(
    'Service account token created',
    '{user} created the service account token {name}',
  ),
  'service-account-token-deleted': actingAccount(
    'Service account token deleted',
    '{user} deleted the service account token {name}',
  ),
  'group-created': account('Group created', '{user} created group {group}'),
  'group-updated': account('Group updated', '{user} updated group {group}'),
  'group-deleted': account('Group deleted', '{user} deleted group {group}'),
  'group-user-added': account('Group member added', '{user} added {member} to group {group}'),
  'group-user-removed': account('Group member removed', '{user} removed {member} from group {group}'),
  'scim-groups-deleted': account('SCIM groups deleted', '{user} deleted all groups that SCIM made'),
  'email-subscribed': account('E-mail subscribed', '{user} subscribed to the e-mail {name}'),
  'email-unsubscribed': account('E-mail unsubscribed', '{user} unsubscribed from the e-mail {name}'),
  'scim-settings-updated': scim('SCIM switched', '{user} turned SCIM {onOrOff}'),
  'scim-token-generated': scim('SCIM token created', '{user} created a new token for SCIM'),
  'role-created': actingAccount('Role created', '{user} created role {role}'),
  'role-updated': actingAccount('Role updated', '{user} updated role {role}'),
  'role-deleted': actingAccount('Role deleted', '{user} deleted role {role}'),
  'project-access-added': projectAccess('Project access added', '{user} gave access to project {project}'),
  'project-access-updated': projectAccess(
    'Project access updated',
    '{user} set the access to project {project}',
  ),
  'project-access-user-roles-updated': projectAccess(
    'Roles of a project member updated',
    '{user} updated the roles of {account} in project {project}',
  ),
  'project-access-user-roles-deleted': projectAccess(
    'Project member removed',
    '{user} removed {account} from project {project}',
  ),
  'project-access-group-roles-updated': projectAccess(
    'Roles of a project group updated',
    '{user} updated the roles of group {group} in project {project}',
  ),
  'project-access-group-roles-deleted': projectAccess(
    'Project group removed',
    '{user} removed group {group} from project {project}',
  ),
} as const satisfies Record<string, EventKind>
