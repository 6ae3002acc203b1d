import type { VersionChange } from './change.ts'

type Note = Pick<VersionChange, 'id' | 'version' | 'title' | 'detail' | 'endpoints' | 'replacement'>

/** Document, "v3 to v5 and v3 to v4", "v4 to v5", "v5 to v6". */
const NOTES: readonly Note[] = [
  {
    id: 'configuration-v4',
    version: '4.0.0',
    title: 'Configuration options changed significantly',
    detail: 'Compare each option that you set with those of version 4.',
  },
  {
    id: 'root-roles-v4',
    version: '4.0.0',
    title: 'Every user has a root role',
    detail: 'Admin, Editor or Viewer. Every user is defined in the service, with a unique id.',
  },
  {
    id: 'extended-permissions-v4',
    version: '4.0.0',
    title: 'extendedPermissions of users is removed',
    detail: 'Roles take the place of permissions of single users.',
  },
  {
    id: 'command-line-v4',
    version: '4.0.0',
    title: 'No command-line binary starts the service any more',
    detail: 'The container image is the recommended way to run it.',
  },
  {
    id: 'validation-record-v5',
    version: '5.0.0',
    title: 'Validation errors have another shape',
    detail:
      'id, name, message and details[{description, path}] take the place of error and validation[{keyword, dataPath, schemaPath, params, message}]. The error codes are unchanged.',
  },
  {
    id: 'sso-authenticator-v5',
    version: '5.0.0',
    title: 'The SSO authenticator of a single identity provider is removed',
    detail:
      'Use OpenID Connect. Self-hosted instances can re-enable it for a time with an environment variable; hosted ones ask support.',
  },
  {
    id: 'database-password-v5',
    version: '5.0.0',
    title: "The default database password is now 'password'",
    detail: 'For development and a first set-up only, never in production.',
  },
  {
    id: 'custom-authentication-v6',
    version: '6.0.0',
    title: 'The open-source image has no libraries for certain custom authentication methods',
    detail: 'Custom authentication hooks built on it break.',
  },
  {
    id: 'import-at-start-v6',
    version: '6.0.0',
    title: 'No import of a file at startup',
    detail: 'Use the import and export of environments.',
  },
  { id: 'internet-explorer-v6', version: '6.0.0', title: 'Internet Explorer is no longer supported' },
  {
    id: 'rolling-upgrade-5-7',
    version: '5.7.0',
    title: 'Several instances go over 5.6.11',
    detail:
      'From below 5.6.11 directly to 5.7 or later the UI can be unavailable while versions are mixed (SDKs are not concerned). Going back from 5.7 or later to below it takes manual changes of the database.',
  },
]

/** docs/contract/versions.md#changed-in-8: what came after the document. */
const LATER: readonly Note[] = [
  {
    id: 'admin-tokens-v7',
    version: '7.0.0',
    title: 'Admin tokens cannot be created through the API',
    detail: 'Only client (backend) and frontend tokens are; people use personal access tokens.',
  },
  {
    id: 'strategy-types-v7',
    version: '7.0.0',
    title: 'New instances have no userWithId and no gradualRollout strategies',
    detail:
      'Use a gradual rollout, or a constraint on userId. SDKs evaluate the strategies of old as before.',
    replacement: 'flexibleRollout',
  },
  {
    id: 'strict-token-kinds-v8',
    version: '8.0.0',
    title: 'The client API takes backend tokens only, the frontend API frontend tokens only',
    detail: 'Admin tokens and personal access tokens are answered 403 there.',
  },
  {
    id: 'flag-lists-v8',
    version: '8.0.0',
    title: 'Flags and search results have no strategies and variants at their top level',
    detail: 'They stand in the environments of a flag. Tags of flags have tagType and tagValue only.',
  },
  {
    id: 'metrics-without-bucket-v8',
    version: '8.0.0',
    title: 'POST /api/client/metrics without a bucket is 202 instead of 400',
  },
  {
    id: 'unknown-deletions-v8',
    version: '8.0.0',
    title: 'Deleting missing items: new status codes',
    detail:
      'An unknown personal token and an unknown archived flag: 200 instead of 404. Dependencies where there are none: 404 instead of 200.',
  },
  {
    id: 'sunset-type-v8',
    version: '8.0.0',
    title: 'Flags can be of the type sunset',
    detail: 'It is expected to live 90 days. Programs that know the types of flags meet another one.',
  },
  {
    id: 'google-sso-v8',
    version: '8.0.0',
    title: 'Google SSO is removed',
    replacement: 'OpenID Connect',
    endpoints: (['GET', 'POST'] as const).map((method) => ({
      method,
      path: '/api/admin/auth/google/settings',
    })),
  },
  {
    id: 'archived-query-v8',
    version: '8.0.1',
    title: 'archived= of the search is deprecated',
    detail: 'Use lifecycle=IS:archived.',
    replacement: '/api/admin/search/features?lifecycle=IS:archived',
  },
  {
    id: 'sdk-rate-limits-v8',
    version: '8.2.0',
    title: 'Rate limits on the APIs of SDKs and on the search',
    detail: '20,000 a minute for SDKs, 15 a minute for the search.',
  },
]

export const BEHAVIOUR_CHANGES: readonly VersionChange[] = [
  ...NOTES.map((note) => ({ ...note, kind: 'behaviour', source: 'document' }) as const),
  ...LATER.map((note) => ({ ...note, kind: 'behaviour', source: 'contract' }) as const),
]
