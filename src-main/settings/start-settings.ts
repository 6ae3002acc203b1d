import { z } from 'zod'

import { setting } from './setting-node.ts'
import { List, YesOrNo } from './setting-schemas.ts'

/** Settings that are read when a data folder is new, and those of the import and the scenario file at each start. */
export const START_SETTINGS = {
  adminUsername: setting({
    section: 'start',
    title: 'First Admin',
    default: '`admin`',
    help: 'Username of the first Admin.',
    schema: z.string().min(1).default('admin'),
    variables: ['UNLEASH_DEFAULT_ADMIN_USERNAME'],
  }),
  adminPassword: setting({
    section: 'start',
    title: 'Password of the first Admin',
    default: 'none: no sign-in by password',
    help: 'Password of the first Admin.',
    schema: z.string().min(1).optional(),
    variables: ['UNLEASH_DEFAULT_ADMIN_PASSWORD'],
    secret: true,
  }),
  initAdminApiTokens: setting({
    section: 'start',
    title: 'First Admin tokens',
    default: 'none',
    help: 'Secrets such as `*:*.tour`.',
    schema: List.default([]),
    variables: ['INIT_ADMIN_API_TOKENS'],
    secret: true,
  }),
  initBackendApiTokens: setting({
    section: 'start',
    title: 'First backend tokens',
    default: 'none',
    help: 'Secrets such as `default:development.tour`.',
    schema: List.default([]),
    variables: ['INIT_BACKEND_API_TOKENS', 'INIT_CLIENT_API_TOKENS'],
    secret: true,
  }),
  initFrontendApiTokens: setting({
    section: 'start',
    title: 'First frontend tokens',
    default: 'none',
    help: 'Secrets such as `default:development.tour`.',
    schema: List.default([]),
    variables: ['INIT_FRONTEND_API_TOKENS'],
    secret: true,
  }),
  importFile: setting({
    section: 'import',
    title: 'File',
    default: 'none',
    help: 'An exported file; it overwrites the flags it names. Version 6 removed it: a start that answers as 6 or later is refused with it. Use a [scenario file](scenario.md), or import the file once.',
    schema: z.string().min(1).optional(),
    variables: ['IMPORT_FILE'],
  }),
  importProject: setting({
    section: 'import',
    title: 'Project',
    default: '`default`',
    help: 'Project to import into.',
    schema: z.string().min(1).default('default'),
    variables: ['IMPORT_PROJECT'],
  }),
  importEnvironment: setting({
    section: 'import',
    title: 'Environment',
    default: '`development`',
    help: 'Environment to import into.',
    schema: z.string().min(1).default('development'),
    variables: ['IMPORT_ENVIRONMENT'],
  }),
  scenarioFile: setting({
    section: 'scenario',
    title: 'File',
    default: 'none',
    help: 'A [scenario file](scenario.md); the start makes the instance what it says.',
    schema: z.string().min(1).optional(),
    variables: ['HALYARD_SCENARIO'],
    flag: {
      name: 'scenario',
      value: 'FILE',
      help: 'make the instance what this file says, before it answers (docs/scenario.md)',
      headlessOnly: true,
    },
  }),
  watchScenario: setting({
    section: 'scenario',
    title: 'Follow the file',
    default: '`false`',
    help: 'With `true`, each save of the file is applied, too.',
    schema: YesOrNo.default(false),
    variables: ['HALYARD_SCENARIO_WATCH'],
    flag: {
      name: 'watch',
      help: 'apply the scenario file again whenever it is saved',
      headlessOnly: true,
    },
  }),
}
