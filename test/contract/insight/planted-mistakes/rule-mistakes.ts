import { create, describe, edit, on, SHOP, turn, type Asked, type Mistake } from './requests.ts'

const constraintOn = (contextName: string) =>
  edit('shop.tenth', { constraints: on(contextName, 'NOT_IN', { values: ['XX'] }) })

/** Mistakes that policies stop. */
export const POLICY_MISTAKES: readonly Mistake[] = [
  [
    'a flag that begins with everybody',
    turn('shop.large', 'on'),
    ['begin with a quarter'],
    turn('shop.small', 'on'),
  ],
  [
    'a flag that goes on without an owner',
    turn('shop.orphan', 'on'),
    ['has an owner'],
    turn('shop.small', 'on'),
  ],
  [
    'a flag in use that loses its owner',
    ['DELETE', '/api/admin/features/shop.mail/tags/team/checkout'],
    ['has an owner'],
    ['DELETE', '/api/admin/features/shop.small/tags/team/checkout'],
  ],
  [
    'a description that is wiped',
    describe('shop.mail', { description: ' ' }),
    ['says what it is'],
    describe('shop.mail', { description: 'Mail' }),
  ],
  ['a new flag without a description', create({ description: '' }), ['says what it is'], create({})],
  ['a name of another team', create({ name: 'search.new' }), ['well named'], create({ name: 'shop.newer' })],
  [
    'a flag that never ends',
    describe('shop.mail', { type: 'kill-switch' }),
    ['ends one day'],
    describe('shop.mail', { type: 'experiment' }),
  ],
  ['a field with a typing error', constraintOn('contry'), ['knows its fields'], constraintOn('country')],
]

const role = (name: string, type: string, permissions: [name: string, environment?: string][]): Asked => [
  'PUT',
  `/api/admin/roles/{role:${name}}`,
  {
    ...{ name, type, description: 'Changed' },
    permissions: permissions.map(([permission, environment]) => ({
      name: permission,
      ...(environment === undefined ? {} : { environment }),
    })),
  },
]
const SWITCH = 'UPDATE_FEATURE_ENVIRONMENT'
const MEMBER = '{role:Member}'
const ofUser = (name: string, ...roles: string[]): Asked => [
  'PUT',
  `${SHOP}/users/{user:${name}}/roles`,
  { roles },
]
const ofGroup = (name: string, ...roles: string[]): Asked => [
  'PUT',
  `${SHOP}/groups/{group:${name}}/roles`,
  { roles },
]
const rootRole = (name: string, of: string): Asked => [
  'PUT',
  `/api/admin/user-admin/{user:${name}}`,
  { rootRole: `{role:${of}}` },
]
const ROOT_ROLES: Readonly<Record<string, string>> = { chiefs: 'Admin', contractors: 'Contractor' }
const members = (name: string, ...users: string[]): Asked => [
  'PUT',
  `/api/admin/groups/{group:${name}}`,
  {
    ...(ROOT_ROLES[name] === undefined ? {} : { rootRole: `{role:${ROOT_ROLES[name]}}` }),
    ...{ name, users: users.map((user) => ({ user: { id: `{user:${user}}` } })) },
  },
]
const vault = (mode: string): Asked => [
  'PUT',
  '/api/admin/projects/vault',
  { name: 'Vault', description: 'Closed', mode },
]

/** Mistakes of access, that `halyard test` finds: they are made, and its run fails. */
export const ACCESS_MISTAKES: readonly Mistake[] = [
  [
    'a role that may delete',
    role('Switcher', 'custom', [[SWITCH, 'development'], ['DELETE_FEATURE']]),
    ['switchers delete nothing'],
    role('Switcher', 'custom', [[SWITCH, 'development'], ['UPDATE_FEATURE']]),
  ],
  [
    'a role that may switch in the wrong environment',
    role('Switcher', 'custom', [
      [SWITCH, 'development'],
      [SWITCH, 'production'],
    ]),
    ['switchers leave production'],
    role('Switcher', 'custom', [[SWITCH, 'development'], ['UPDATE_FEATURE_VARIANTS']]),
  ],
  [
    'a role that loses its permission',
    role('On call', 'custom', [[SWITCH, 'development']]),
    ['night may switch', 'olga may switch', 'on call may switch'],
    role('On call', 'custom', [
      [SWITCH, 'production'],
      [SWITCH, 'development'],
    ]),
  ],
  [
    'a group that owns the project',
    ofGroup('interns', '{role:Owner}'),
    ['interns add nobody'],
    ofGroup('interns', MEMBER),
  ],
  [
    'a group that loses its role',
    ['DELETE', `${SHOP}/groups/{group:night}/roles`],
    ['night may switch', 'olga may switch'],
    ofGroup('night', MEMBER, '{role:On call}'),
  ],
  [
    'a member who is lost from a group',
    members('night', 'ben'),
    ['olga may switch'],
    members('night', 'olga', 'ben'),
  ],
  [
    'a member in the group of the Admins',
    members('chiefs', 'ben'),
    ['ben creates no flag', 'ben is no Admin'],
    members('contractors', 'carl', 'ben'),
  ],
  [
    'a user who becomes an Editor',
    rootRole('ines', 'Editor'),
    ['interns create no project'],
    rootRole('ines', 'Viewer'),
  ],
  [
    'a user who owns the project',
    ofUser('ben', '{role:Owner}'),
    ['ben creates no flag'],
    ofUser('ben', '{role:On call}'),
  ],
  [
    'a service account that may write',
    ['PUT', '/api/admin/service-account/{user:deployer}', { name: 'deployer', rootRole: '{role:Editor}' }],
    ['the deployer reads only'],
    [
      'PUT',
      '/api/admin/service-account/{user:deployer}',
      { name: 'The deployer', rootRole: '{role:Viewer}' },
    ],
  ],
  ['a private project that is opened', vault('open'), ['the vault is closed'], vault('private')],
]
