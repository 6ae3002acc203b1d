import { availableParallelism } from 'node:os'

import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

/** Of its own accord vitest leaves a core idle: on two, that is half of them. */
const fast = { maxWorkers: availableParallelism() } as const

/** The modules of the service and of the window keep no state of their own: files of tests can share them. */
const shared = { ...fast, isolate: false, testTimeout: 20_000, hookTimeout: 30_000 } as const

const LONG = 'test/**/*.long.test.ts'

/** Suites that start processes, browsers or kill things: one file at a time, with room to breathe. */
const slow = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 120_000,
  fileParallelism: false,
} as const

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
        },
      },
      // the same, but each takes ten seconds and more: apart from the quick loop
      { test: { name: 'long', environment: 'node', ...shared, include: [LONG], testTimeout: 60_000 } },
      {
        plugins: [svelte(), svelteTesting()],
        test: { name: 'ui', environment: 'jsdom', include: ['src-renderer/**/*.test.ts'], ...shared },
      },
      // apart from the quick loop: the more it runs the more it finds
      { test: { name: 'fuzz', environment: 'node', include: ['test/fuzz/**/*.test.ts'], ...fast } },
      { test: { name: 'durability', include: ['test/durability/**/*.test.ts'], ...slow } },
      // a service and a browser for each file; side by side, for there are many. Needs `npm run build` first
      {
        test: {
          name: 'screens',
          environment: 'node',
          include: ['test/screens/**/*.test.ts'],
          // a browser waits as much as it works
          maxWorkers: availableParallelism() + 1,
          // so vitest wants it, for who has other workers: after those that share theirs
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // needs `npm run build` first; the Electron files need a display (scripts/test.mjs sees to both)
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], ...slow } },
    ],
  },
})
