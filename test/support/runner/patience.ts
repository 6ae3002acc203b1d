/**
 * Longest wait for an event, in milliseconds: only what never comes takes as long. `expect.poll`, Playwright and Testing Library
 * have it as their default, so no test names a limit of its own.
 */
export const PATIENCE_MS = 120_000

/** Longest time of a whole test or hook, in milliseconds. */
export const TEST_PATIENCE_MS = 600_000
