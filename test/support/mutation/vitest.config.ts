import { defineConfig } from 'vitest/config'

/** Tests of pure rules, which mutation tests run again and again: fast, and without a database. */
export default defineConfig({
  test: {
    environment: 'node',
    // beside other work a first run takes longer than vitest allows by default
    testTimeout: 120_000,
    include: [
      'src-shared/**/*.test.ts',
      'test/conformance/client-specification.test.ts',
      'test/property/{evaluation,compiled-{constraints,evaluation},address-ranges,access,access-union,change-requests}.test.ts',
    ],
  },
})
