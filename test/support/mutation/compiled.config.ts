import { defineConfig } from 'vitest/config'

/** Tests that compiled evaluation is measured with: its own, and those that compare it with the published answers. */
export default defineConfig({
  test: {
    environment: 'node',
    // beside other work a first run takes longer than vitest allows by default
    testTimeout: 120_000,
    include: [
      'src-shared/flags/evaluation/compiled/*.test.ts',
      'test/conformance/client-specification.test.ts',
      'test/property/compiled-constraints.test.ts',
    ],
  },
})
