import type { Permission } from '#shared/access/permissions/index.ts'
import type { Row, Scope } from './permission-matrix.ts'

/**
 * Permissions of former operations, written by hand: those of the replacement
 * (docs/contract/access.md#permission-of-each-operation). For flags addressed by name alone, the permission
 * in the flag's project.
 */
const NEEDED: [Permission[], Scope, string][] = [
  [['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_READ'], 'project', 'getProjectUsers'],
  [
    ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
    'project',
    `addRoleAccessToProject addRoleForUser changeRoleForUser removeRoleForUser changeRoleForGroup
     removeRoleForGroup`,
  ],
  [['ADMIN', 'READ_LOGS'], 'root', 'getTrafficOfMonth'],
  [['ADMIN', 'UPDATE_CORS'], 'root', 'setUiConfig'],
  [['CREATE_FEATURE'], 'project', 'createFormerFlag'],
  [['UPDATE_FEATURE'], 'stored', 'updateFormerFlag markFormerFlagStale unmarkFormerFlagStale'],
  [['DELETE_FEATURE'], 'stored', 'archiveFormerFlag'],
  [
    ['UPDATE_FEATURE_ENVIRONMENT'],
    'sole-environment',
    'toggleFormerFlag toggleFormerFlagOn toggleFormerFlagOff',
  ],
]

/**
 * Operations for every signed-in user. Changing a flag's variants needs more inside, for each environment:
 * the tests of these operations show it.
 */
const OPEN = `
  getArchivedFeatures getArchivedFeaturesByProjectId getDeprecatedProjectOverview deprecatedSearchEvents
  getExecutiveDashboard getFeatureVariants overwriteFeatureVariants patchFeatureVariants
  getFormerFlags getFormerFlag
`

const words = (text: string) => text.split(/\s+/).filter(Boolean)

/** Rows by operation; null: every signed-in user. */
export const FORMER_PERMISSIONS: ReadonlyMap<string, Row | null> = new Map([
  ...NEEDED.flatMap(([anyOf, scope, ids]) =>
    words(ids).map((id): [string, Row] => [
      id,
      { anyOf, scope, ...(id === 'getProjectUsers' ? { orRole: 'Member' } : {}) },
    ]),
  ),
  ...words(OPEN).map((id): [string, null] => [id, null]),
])
