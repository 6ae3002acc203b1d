import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

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
          include: [
            'src-main/**/*.test.ts',
            'src-shared/**/*.test.ts',
            'test/{contract,conformance,property,layering}/**/*.test.ts',
          ],
        },
      },
      {
        plugins: [svelte(), svelteTesting()],
        test: { name: 'ui', environment: 'jsdom', include: ['src-renderer/**/*.test.ts'] },
      },
      // apart from the quick loop: the more it runs the more it finds
      { test: { name: 'fuzz', environment: 'node', include: ['test/fuzz/**/*.test.ts'] } },
      { test: { name: 'durability', include: ['test/durability/**/*.test.ts'], ...slow } },
      // a service and a browser for each theme; side by side, for there are many. Needs `npm run build` first
      {
        test: {
          name: 'screens',
          environment: 'node',
          include: ['test/screens/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // needs `npm run build` first; the Electron files need a display (scripts/test.mjs sees to both)
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], ...slow } },
    ],
  },
})
