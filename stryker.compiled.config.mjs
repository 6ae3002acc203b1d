import all from './stryker.config.mjs'

/** Mutation tests of compiled evaluation alone, in minutes: `npm run mutate -- stryker.compiled.config.mjs` (ADR 8). */
export default {
  ...all,
  vitest: { configFile: 'test/support/mutation/compiled.config.ts' },
  mutate: ['src-shared/flags/evaluation/compiled/*.ts', '!**/*.test.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  jsonReporter: { fileName: 'test-results/mutation-compiled.json' },
}
