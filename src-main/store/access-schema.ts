import type { Generated } from 'kysely'

import type { RoleType } from '#shared/access/permissions/index.ts'
import type { TokenType } from '#shared/access/schemas/api-token.ts'
import type { RetentionOf } from './retention-rules.ts'

/** Access tables (migrations 0001, 0003, 0021 and 0022). Combined with the others in schema.ts. */
type Instant = string
type Json = string

/** Type of an API token as it is stored. */
export type StoredTokenType = Exclude<TokenType, 'backend'>

export interface UsersTable {
  id: Generated<number>
  name: string | null
  username: string | null
  email: string | null
  password_hash: string | null
  login_attempts: number
  created_at: Instant
  seen_at: Instant | null
  /** `user`, or `service-account`, which cannot sign in and acts only through its tokens. */
  kind: Generated<'user' | 'service-account'>
  /** Id in SCIM; null: no SCIM provider manages the user. */
  scim_id: string | null
  /** Instant since when the user may not sign in, as the SCIM provider says. */
  deactivated_at: Instant | null
}

/** E-mail that a user has subscribed to. */
export interface EmailSubscriptionsTable {
  user_id: number
  subscription: string
}

/** Attributes of a user that only SCIM has. */
export interface ScimUsersTable {
  user_id: number
  external_id: string | null
  given_name: string | null
  family_name: string | null
  updated_at: Instant
}

/** Attributes of a group that only SCIM has. */
export interface ScimGroupsTable {
  group_id: number
  external_id: string | null
  updated_at: Instant
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value: the value itself is nowhere stored. */
  id_hash: string
  user_id: number
  created_at: Instant
  expires_at: Instant
  ip: string | null
  user_agent: string | null
  /** Session at the identity provider, to be ended with this one. */
  provider_session: Json | null
}

export interface RolesTable {
  id: Generated<number>
  name: string
  description: string
  type: RoleType
}

export interface RolePermissionsTable {
  role_id: number
  permission: string
  /** Empty: every environment (or a permission that knows none). */
  environment: string
}

export interface UserRolesTable {
  user_id: number
  role_id: number
  /** The project a project role holds in; empty for a root role. */
  project: string
  created_at: Instant
}

export interface ApiTokensTable {
  /** For an admin token the name that it is listed by. */
  secret: string
  /** SHA-256 of an admin token's secret, in hex; null for tokens of SDKs. */
  secret_hash: string | null
  token_name: string
  /** A backend token is of type `client`, its former name. */
  type: StoredTokenType
  environment: string
  alias: string | null
  expires_at: Instant | null
  created_at: Instant
  seen_at: Instant | null
}

export interface ApiTokenProjectsTable {
  secret: string
  project: string
}

export interface GroupsTable {
  id: Generated<number>
  name: string
  description: string | null
  created_at: Instant
  created_by: string | null
  root_role_id: number | null
  mappings_sso: Json
  scim_id: string | null
}

export interface GroupUsersTable {
  group_id: number
  user_id: number
  joined_at: Instant
  created_by: string | null
}

export interface GroupRolesTable {
  group_id: number
  role_id: number
  project: string
  created_at: Instant
}

export interface PersonalAccessTokensTable {
  id: Generated<number>
  /** SHA-256 of the token: the token itself is nowhere stored. */
  secret_hash: string
  description: string
  user_id: number
  expires_at: Instant
  created_at: Instant
  seen_at: Instant | null
}

export interface PublicSignupTokensTable {
  /** Not hashed: the contract lists the link as often as an Admin asks. */
  secret: string
  name: string
  enabled: boolean
  expires_at: Instant
  created_at: Instant
  created_by: string | null
  role_id: number
}

export interface PublicSignupTokenUsersTable {
  secret: string
  user_id: number
  created_at: Instant
}

export interface ResetTokensTable {
  /** SHA-256 of the token in the link. */
  secret_hash: string
  user_id: number
  created_at: Instant
  created_by: string | null
  expires_at: Instant
  used_at: Instant | null
}

export interface PasswordHistoryTable {
  id: Generated<number>
  user_id: number
  password_hash: string
  created_at: Instant
}

/** One entry of the login history. */
export interface SignInsTable {
  id: Generated<number>
  type: 'login' | 'logout'
  method: string
  /** The name as it was sent, or of the user that was found. */
  username: string
  /** No foreign key: the history outlives the user. */
  user_id: number | null
  successful: boolean
  failure_reason: string | null
  ip: string | null
  /** Groups that the sign-in joined and left, and why. */
  group_sync: Json | null
  created_at: Instant
}

/** Account at an identity provider that belongs to a user. */
export interface ProviderIdentitiesTable {
  integration: 'oidc' | 'saml'
  /** Issuer of ID tokens, or entity id of the SAML provider. */
  issuer: string
  /** Id that stays the account's: `sub`, or a persistent name id. */
  subject: string
  user_id: number
  linked_at: Instant
}

/** Code that works once: a row that waits to be picked up, or marks a code as used. */
export interface OneTimeCodesTable {
  hash: string
  /** Sealed text that the code opens; null: the code was used. */
  sealed: string | null
  expires_at: Instant
}

export interface AccessSchema {
  users: UsersTable
  sessions: SessionsTable
  roles: RolesTable
  role_permissions: RolePermissionsTable
  user_roles: UserRolesTable
  groups: GroupsTable
  group_users: GroupUsersTable
  group_roles: GroupRolesTable
  api_tokens: ApiTokensTable
  api_token_projects: ApiTokenProjectsTable
  personal_access_tokens: PersonalAccessTokensTable
  public_signup_tokens: PublicSignupTokensTable
  public_signup_token_users: PublicSignupTokenUsersTable
  reset_tokens: ResetTokensTable
  password_history: PasswordHistoryTable
  sign_ins: SignInsTable
  scim_users: ScimUsersTable
  email_subscriptions: EmailSubscriptionsTable
  scim_groups: ScimGroupsTable
  provider_identities: ProviderIdentitiesTable
  one_time_codes: OneTimeCodesTable
}

export const ACCESS_RETENTION: RetentionOf<AccessSchema> = {
  users: { rule: 'kept', because: 'Admins create and delete them' },
  sessions: { rule: 'pruned', age: { column: 'expires_at', days: 0 } },
  roles: { rule: 'kept', because: 'Admins create and delete them' },
  role_permissions: { rule: 'owned', parent: 'roles' },
  user_roles: { rule: 'owned', parent: 'users' },
  groups: { rule: 'kept', because: 'Admins create and delete them' },
  group_users: { rule: 'owned', parent: 'groups' },
  group_roles: { rule: 'owned', parent: 'groups' },
  api_tokens: {
    rule: 'kept',
    because: 'limits.apiTokens; an expired token is listed until a person deletes it',
  },
  api_token_projects: { rule: 'owned', parent: 'api_tokens' },
  personal_access_tokens: { rule: 'owned', parent: 'users' },
  public_signup_tokens: { rule: 'kept', because: 'Admins create them, and see who came by which' },
  public_signup_token_users: { rule: 'owned', parent: 'public_signup_tokens' },
  reset_tokens: { rule: 'pruned', age: { column: 'expires_at', days: 30 } },
  password_history: {
    rule: 'bounded',
    file: 'domains/access/passwords/password-history.store.ts',
    how: 'the last passwords of each user',
  },
  sign_ins: {
    rule: 'pruned',
    age: { column: 'created_at', days: 14 },
    most: { rows: 100_000, by: 'rowid' },
  },
  scim_users: { rule: 'owned', parent: 'users' },
  email_subscriptions: { rule: 'owned', parent: 'users' },
  scim_groups: { rule: 'owned', parent: 'groups' },
  provider_identities: { rule: 'owned', parent: 'users' },
  // only codes of ours get here, each by a request that is also in the login history, or nonces that a proxy has signed
  one_time_codes: {
    rule: 'pruned',
    age: { column: 'expires_at', days: 0 },
    most: { rows: 1_000_000, by: 'expires_at' },
  },
}
