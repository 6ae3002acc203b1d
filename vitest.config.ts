import { availableParallelism } from 'node:os'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

/** Of its own accord vitest leaves a core idle: on two, that is half of them. */
const fast = { maxWorkers: availableParallelism() } as const

/** The modules of the service and of the window keep no state of their own: files of tests can share them. */
const shared = { ...fast, isolate: false, testTimeout: 20_000, hookTimeout: 30_000 } as const

const LONG = 'test/**/*.long.test.ts'

/** Suites that start services, browsers and what they kill: they wait as much as they work. */
const waiting = {
  environment: 'node',
  maxWorkers: availableParallelism() + 1,
  // so vitest wants it, for who has other workers: after those that share theirs
  sequence: { groupOrder: 1 },
  testTimeout: 120_000,
  hookTimeout: 120_000,
} as const

/** One file at a time: a display has one focus, and `npm start` builds what the others run. */
const ALONE = ['test/e2e/**/*.electron.test.ts', 'test/e2e/npm-start.test.ts']

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          ...shared,
          include: [
            'src-main/**/*.test.ts',
            'src-shared/**/*.test.ts',
            'test/{bench,contract,conformance,property,layering}/**/*.test.ts',
          ],
          exclude: [LONG],
          setupFiles: ['test/support/report-statuses.ts'],
        },
      },
      // the same service on PostgreSQL, which `npm run test:deps` installs
      {
        test: {
          name: 'postgres',
          environment: 'node',
          ...shared,
          include: process.env['HALYARD_EVERY_ENGINE']
            ? ['test/{postgres,contract,property}/**/*.test.ts']
            : ['test/postgres/**/*.test.ts'],
          exclude: [LONG],
          env: { HALYARD_TEST_ENGINE: 'postgres' },
          globalSetup: ['test/support/postgres-cluster.ts'],
          setupFiles: ['test/support/report-statuses.ts'],
        },
      },
      // the same, but each takes ten seconds and more: apart from the quick loop
      { test: { name: 'long', environment: 'node', ...shared, include: [LONG], testTimeout: 60_000 } },
      {
        plugins: [svelte(), svelteTesting()],
        test: {
          name: 'ui',
          environment: 'jsdom',
          ...shared,
          include: ['src-renderer/**/*.test.ts'],
          setupFiles: ['test/support/no-layout.ts'],
        },
      },
      // apart from the quick loop: the more it runs the more it finds
      { test: { name: 'fuzz', environment: 'node', include: ['test/fuzz/**/*.test.ts'], ...fast } },
      // an instance at the documented limits, and how long each request blocks it
      {
        test: {
          name: 'limits',
          environment: 'node',
          include: ['test/limits/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      { test: { name: 'durability', include: ['test/durability/**/*.test.ts'], ...waiting } },
      // a service and a browser for each file. Needs `npm run build` first
      {
        test: {
          name: 'screens',
          include: ['test/screens/**/*.test.ts'],
          // walks every route, some eight minutes: only where it is asked for
          exclude: process.env['HALYARD_EVERY_SCREEN'] ? [] : ['test/screens/empty-and-refused.test.ts'],
          ...waiting,
        },
      },
      // needs `npm run build` first
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: ALONE, ...waiting } },
      // needs `npm run build` first, and a display (scripts/test.mjs sees to both)
      {
        test: {
          name: 'alone',
          environment: 'node',
          include: ALONE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
