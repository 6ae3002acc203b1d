import { availableParallelism } from 'node:os'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

import { LongestFirst } from './test/support/runner/longest-first.ts'
import { PATIENCE_MS, TEST_PATIENCE_MS } from './test/support/runner/patience.ts'
import { leftOnSecondEngine, leftOut, LONG } from './test/support/runner/suites.ts'

/**
 * As many workers as cores, of their own accord vitest leaves one idle; and waits that only what never comes exceeds: neither how
 * fast a machine is, nor what else it does, fails a test.
 */
const patient = {
  maxWorkers: availableParallelism(),
  testTimeout: TEST_PATIENCE_MS,
  hookTimeout: TEST_PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS, interval: 20 } },
  // CI keeps one line of a failure: it has to hold what was found
  chaiConfig: { truncateThreshold: 500 },
} as const

/** The modules of the service and of the window keep no state of their own: files of tests can share them. */
const shared = { ...patient, isolate: false } as const

/** Suites that start services, browsers and what they kill: they wait as much as they work, so one more runs than there are cores. */
const waiting = {
  environment: 'node',
  ...patient,
  maxWorkers: availableParallelism() + 1,
  // after those that only work
  sequence: { groupOrder: 1 },
} as const

/** Among them, suites that keep no state in the worker either: it takes five seconds of a processor to read the contract and Playwright. */
const inProcesses = { ...waiting, isolate: false } as const

/** Contract tests that always run on PostgreSQL too: the cheap ones of each domain, which write most of its tables. */
const ON_BOTH_ENGINES = [
  'access/grants',
  'access/inactive-users',
  'access/profile',
  'access/service-accounts',
  'audit/events',
  'changes/change-request-settings',
  'clients/doctor',
  'clients/forwarding',
  'clients/frontend-answers',
  'clients/frontend-api',
  'clients/impressions',
  'clients/metrics-intake',
  'clients/seen-contexts',
  'flags/context',
  'flags/feature-copies',
  'flags/move-feature',
  'flags/overrides',
  'flags/project-context',
  'flags/strategies',
  'flags/strategy-types',
  'flags/tags',
  'insight/expectations',
  'insight/explain',
  'instance/held-writes',
  'instance/instance',
  'instance/maintenance',
  'instance/ui-config',
  'instance/user-prompts',
  'integrations/addons',
  'integrations/private-addons',
  'projects/environment-lifecycle',
  'projects/environments',
  'projects/former-private-projects',
  'projects/project-members',
  'signals/listening-action-sets',
  'signals/signal-deliveries',
  'signals/signal-values',
  'signals/signals',
  'transfer/remotes',
  'transfer/snapshots',
  'versions/former-events',
  'versions/former-projects',
  'versions/versions',
].map((name) => `test/contract/${name}.contract.test.ts`)

/** Tests of the store, and of the domains that have some. */
const STORE_SUITES = [
  'src-main/store/{insert-all,read-only}.test.ts',
  ...[
    'access/access/access-directory',
    'access/api-tokens/tokens',
    'instance/traffic/traffic-counter',
    'projects/projects/projects.read-model',
    'signals/signals/{refused-signals,search-by-value,signals.read-model}',
    'versions/upgrade-report/judged-calls',
  ].map((name) => `src-main/domains/${name}.test.ts`),
]

/** The same, of many rows or many databases: too dear for every run. */
const LARGE_STORE_SUITES = [
  'clients/seen-contexts/seen-contexts',
  'instance/retention/prune-tables',
  'signals/signals/signals',
].map((name) => `src-main/domains/${name}.test.ts`)

/** Suites of the store, the contract, the properties, the conformance (with server-sent events) and kill -9. */
const ENGINE_SUITES = [
  'test/{contract,property,conformance}/**/*.test.ts',
  ...STORE_SUITES,
  ...LARGE_STORE_SUITES,
  'test/resilience/{actions-kill,forwarding-kill,integrations-kill,kill-signals,scheduled-requests}.test.ts',
]

/**
 * Among them, but of pure rules, or of the statements, the turns and the folder of the embedded engine. Moves from PostgreSQL are
 * in test/postgres.
 */
const ON_ONE_ENGINE = [
  'test/contract/transfer/attack-exports.contract.test.ts',
  'test/contract/{flags/toggle-statements,instance/database.contract,lost-data-folder,safe-methods.contract}.test.ts',
  'test/contract/{coverage,places,summaries}.test.ts',
  'test/property/{access,access-union,adaptations,address-ranges,compiled-{constraints,evaluation},evaluation,json-patch,signal-filters,visibility}.test.ts',
]

/** `npm run test:engines` */
const everyEngine = process.env['HALYARD_EVERY_ENGINE'] === '1'

/** `npm run test:engines -- --beside` */
const besides = process.env['HALYARD_BESIDE'] === '1'

/** `npm run package:app -- local --test` */
const isPackaged = process.env['HALYARD_PACKAGED'] === '1'

/** They open windows of Electron. */
const DESKTOP = ['test/e2e/*.electron.test.ts']
/** Elsewhere than on Linux there is one display, which has one focus. */
const byDisplay =
  process.platform === 'linux' ? inProcesses : ({ ...inProcesses, maxWorkers: 1, sequence: {} } as const)

/** The projects without what `npm test` leaves out. */
const ofSuite = (projects: TestProjectInlineConfiguration[]): TestProjectInlineConfiguration[] =>
  projects.map(({ test, ...project }) => ({
    ...project,
    test: { ...test, exclude: [...(test?.exclude ?? []), ...leftOut(process.env)] },
  }))

export default defineConfig({
  test: {
    reporters: ['default', './test/support/runner/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    projects: ofSuite([
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...shared,
          include: [
            'src-main/**/*.test.ts',
            'src-shared/**/*.test.ts',
            'test/{contract,conformance,property,layering}/**/*.test.ts',
            'test/performance/bench/**/*.test.ts',
          ],
          exclude: [LONG],
          setupFiles: ['test/support/runner/report-statuses.ts'],
        },
      },
      // the same service on PostgreSQL, which `npm run test:deps` installs
      {
        test: {
          name: 'postgres',
          environment: 'node',
          ...shared,
          include: [
            'test/postgres/**/*.test.ts',
            ...(everyEngine ? ENGINE_SUITES : [...STORE_SUITES, ...ON_BOTH_ENGINES]),
          ],
          exclude: [LONG, ...ON_ONE_ENGINE, ...leftOnSecondEngine(ON_BOTH_ENGINES, process.env)],
          env: {
            HALYARD_TEST_ENGINE: 'postgres',
            // the few run each write twice, as after a conflict: numbers then have gaps, which not every test allows
            HALYARD_RUN_TWICE: process.env['HALYARD_RUN_TWICE'] ?? (everyEngine ? '' : '1'),
          },
          globalSetup: ['test/support/runner/postgres-cluster.ts'],
          setupFiles: ['test/support/runner/report-statuses.ts'],
        },
      },
      // the same suites on the embedded engine, to be counted beside
      ...(everyEngine
        ? [
            {
              test: {
                name: 'embedded',
                environment: 'node' as const,
                ...shared,
                include: ENGINE_SUITES,
                exclude: [LONG, ...ON_ONE_ENGINE],
                setupFiles: ['test/support/runner/report-statuses.ts'],
              },
            },
          ]
        : []),
      // the same with SQLite's own library beside sql.js: each statement runs on both, and is compared
      ...(besides
        ? [
            {
              test: {
                name: 'beside',
                environment: 'node' as const,
                ...shared,
                include: [...ENGINE_SUITES, 'test/resilience/sqlite-beside.test.ts'],
                exclude: [
                  LONG,
                  // processes of their own, a disk in memory, and bounds for the time of one engine
                  'test/resilience/{*-kill,kill-*}.test.ts',
                  'test/contract/insight/test-command.contract.test.ts',
                  'test/contract/**/*-turns.contract.test.ts',
                ],
                alias: [
                  {
                    find: /^sql\.js$/,
                    replacement: `${import.meta.dirname}/test/support/runner/sqlite-beside.ts`,
                  },
                ],
                setupFiles: ['test/support/runner/report-statuses.ts'],
              },
            },
          ]
        : []),
      // the same, but each takes ten seconds and more: apart from the quick loop
      { test: { name: 'long', environment: 'node', ...shared, include: [LONG] } },
      {
        plugins: [svelte(), svelteTesting()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          ...shared,
          include: ['src-renderer/**/*.test.ts'],
          setupFiles: ['test/support/runner/no-layout.ts'],
        },
      },
      // apart from the quick loop: the more it runs the more it finds
      {
        test: {
          name: 'fuzz',
          include: ['test/resilience/fuzz/**/*.test.ts'],
          // one file takes minutes: those that wait fill the other cores meanwhile
          ...waiting,
        },
      },
      // an instance at the documented limits, and how long each request blocks it (in CPU time: others may run beside)
      {
        test: {
          name: 'limits',
          environment: 'node',
          include: ['test/performance/limits/**/*.test.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'resilience',
          include: ['test/resilience/*.test.ts'],
          ...waiting,
          globalSetup: ['test/support/runner/build-processes.ts'],
        },
      },
      // the original service, which it installs beside the repository, and Halyards (ADR 61). Needs `npm run build` first
      {
        test: {
          name: 'interop',
          include: ['test/interop/**/*.test.ts'],
          ...waiting,
          globalSetup: ['test/interop/support/start-originals.ts'],
        },
      },
      // a service and a browser for each file. Needs `npm run build` first
      {
        test: {
          name: 'screens',
          include: ['test/screens/**/*.test.ts'],
          // walks every route, some eight minutes: only where it is asked for
          exclude: process.env['HALYARD_EVERY_SCREEN'] ? [] : ['test/screens/empty-and-refused.test.ts'],
          ...inProcesses,
        },
      },
      // needs `npm run build` first
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/*.test.ts'],
          exclude: DESKTOP,
          ...inProcesses,
        },
      },
      // the packaged app, which takes a minute to pack: only where it is asked for
      ...(isPackaged
        ? [{ test: { name: 'packaged', include: ['test/e2e/packaged/**/*.test.ts'], ...waiting } }]
        : []),
      // needs `npm run build` first
      {
        test: {
          name: 'desktop',
          include: DESKTOP,
          setupFiles: ['test/support/runner/own-display.ts'],
          ...byDisplay,
        },
      },
    ]),
  },
})
