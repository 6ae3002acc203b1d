import { afterAll, beforeAll, expect, it } from 'vitest'

import { wasm } from '#support/runner/wasm.ts'
import { makeTempFolder } from '#support/runner/temp-folder.ts'
import { readMovedTables, type MovedTable } from '#store/move/moved-tables.ts'
import { openStore } from '#store/open-store.ts'
import { SNAPSHOT_TABLES } from './snapshot-tables.ts'

/** Tables without configuration, or of people and not of the instance. */
const LEFT_OUT = [
  // secrets and settings of the instance itself
  ...['settings', 'listeners', 'remotes', 'remote_pulls', 'cdn_tokens', 'signal_sender_secrets'],
  // of the machine
  'project_code_folders',
  ...['sessions', 'personal_access_tokens', 'reset_tokens', 'password_history', 'provider_identities'],
  ...['public_signup_tokens', 'public_signup_token_users', 'scim_users', 'scim_groups', 'sign_ins'],
  // what lies over the configuration
  'overrides',
  // what an upstream has
  ...['mirror_sources', 'mirror_flags', 'waiting_reports', 'report_batches', 'forwarding_totals'],
  // what people do with it
  ...['change_requests', 'change_request_changes', 'change_request_comments', 'change_request_reviewers'],
  ...['change_request_reviews', 'change_request_schedules', 'change_request_state_times'],
  ...['favorite_features', 'favorite_projects', 'notifications', 'user_splash', 'user_feedback'],
  ...['collected_feedback', 'email_subscriptions', 'emails'],
  // what was reported, counted and logged
  ...[
    'action_retries',
    'action_set_events',
    'action_set_notes',
    'client_application_usage',
    'client_applications',
    'client_instances',
  ],
  ...[
    'client_metrics',
    'client_metrics_variants',
    'custom_metrics',
    'edge_instances',
    'event_days',
    'events',
    'former_flags',
  ],
  ...[
    'impact_samples',
    'impact_series',
    'impressions',
    'insight_weeks',
    'integration_events',
    'judged_calls',
  ],
  ...[
    'metered_usage',
    'one_time_codes',
    'project_event_days',
    'refused_signals',
    'seen_contexts',
    'seen_context_gaps',
  ],
  ...[
    'signal_days',
    'signal_deliveries',
    'signal_order_marks',
    'late_signals',
    'signal_digests',
    'signals',
    'stored_bytes',
    'traffic',
    'unknown_flags',
    'snapshots',
    'snapshot_parts',
  ],
]

let tables: MovedTable[]
const temp = makeTempFolder()
beforeAll(async () => {
  const store = await openStore({ dataDir: temp.folder, wasm, now: () => new Date(0) })
  tables = await readMovedTables(store.queries)
  await store.close()
})
afterAll(() => temp.remove())

it('a snapshot has every table, or the table is left out on purpose', () => {
  const held: string[] = SNAPSHOT_TABLES.map(({ name }) => name)
  expect([...held, ...LEFT_OUT].sort()).toEqual(tables.map(({ name }) => name).sort())
})

it('a snapshot has every column of its tables, and their keys', () => {
  for (const { name, columns, key } of SNAPSHOT_TABLES) {
    const stored = tables.find((one) => one.name === name)
    expect([...columns].sort(), name).toEqual(stored?.columns.toSorted())
    if (stored?.key) expect([...key].sort(), name).toEqual(stored.key.toSorted())
  }
})

it('the tables of a snapshot stand behind those that they refer to', () => {
  const places = new Map<string, number>(SNAPSHOT_TABLES.map(({ name }, at) => [name, at]))
  for (const [at, { name }] of SNAPSHOT_TABLES.entries()) {
    const targets = tables.find((one) => one.name === name)?.refersTo ?? []
    for (const target of targets) expect(places.get(target) ?? -1, `${name} to ${target}`).toBeLessThan(at)
  }
})
