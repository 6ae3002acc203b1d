import { z } from 'zod'

import { setting } from './setting-node.ts'
import { List, YesOrNo } from './setting-schemas.ts'

/** Settings of actions and integrations. */
export const WORK_SETTINGS = {
  actionsIntervalSeconds: setting({
    section: 'work',
    title: 'Seconds between two runs of the actions',
    default: '60',
    help: 'How often waiting signals are processed.',
    schema: z.coerce.number('must be a number').min(0.1).max(86_400).default(60),
    variables: ['ACTIONS_INTERVAL_SECONDS'],
    input: { kind: 'number', min: 0.1, max: 86_400 },
  }),
  actionsPerCycle: setting({
    section: 'work',
    title: 'Signals between two pauses',
    default: '10',
    help: 'Signals processed between two pauses.',
    schema: z.coerce.number('must be a number').int().min(1).max(10_000).default(10),
    variables: ['ACTIONS_PER_CYCLE'],
    input: { kind: 'number', min: 1, max: 10_000 },
  }),
  codeRoots: setting({
    section: 'work',
    title: 'Folders with code',
    default: 'none; in the desktop app the home folder',
    help: 'Folders below which projects may have their code scanned for flags. Separated by commas.',
    schema: List.default([]),
    variables: ['HALYARD_CODE_ROOTS'],
  }),
  integrationHosts: setting({
    section: 'work',
    title: 'Private hosts of integrations',
    default: 'none',
    help: 'Hosts in private networks that integrations, sign-in and e-mail may call. This machine may be called anyway while others cannot reach Halyard, see [security](security.md#integrations).',
    schema: List.default([]),
    variables: ['UNLEASH_ALLOW_LIST_INTEGRATION'],
  }),
  integrationsMayBePrivate: setting({
    section: 'work',
    title: 'Integrations may call any host',
    default: '`false`',
    help: 'With `true`, integrations may call any host, those of private networks too.',
    schema: YesOrNo.default(false),
    variables: ['UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION'],
  }),
}
