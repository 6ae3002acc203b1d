/** Mutation tests of pure rules: `npm run mutate`, or `npm run mutate -- --mutate "<files>"` (ADR 8). */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/support/mutation/vitest.config.ts' },
  mutate: [
    'src-shared/flags/evaluation/**/*.ts',
    'src-shared/access/rules/**/*.ts',
    'src-shared/versions/rules/**/*.ts',
    'src-shared/changes/change-requests/**/*.ts',
    '!**/*.test.ts',
  ],
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'test-results/mutation.json' },
  tempDirName: 'test-results/stryker',
  ignorePatterns: ['/out', '/test-results', '/src-renderer', '/resources'],
}
