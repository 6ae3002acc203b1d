/** Files of tests that take long, by their name: apart from the quick loop, and from `npm test`. */
export const LONG = '**/*.long.test.ts'

/**
 * Files that `npm test` leaves to `npm run test:rest`, beside the long ones: suites that take minutes, of areas in which others are more
 * telling for their time.
 */
export const REST = [
  // a copy of a real service brings over the same and more
  'src-main/profiles/copy/copies.test.ts',
  // single limits have contract tests; this is the whole window and service at all of them
  'test/performance/limits/limits.test.ts',
  // passwords and sign-in have the limits of guesses, this one those of many behind one address
  'test/contract/access/shared-address.contract.test.ts',
  // the whole service is killed, and its power cut, in torture, sigkill and service-power-cut
  'test/resilience/actions-kill.test.ts',
  'test/resilience/integrations-kill.test.ts',
  'test/resilience/kill-signals.test.ts',
  'test/resilience/large-soak.test.ts',
  'test/resilience/power-cut.test.ts',
  'test/resilience/scarce-resources.test.ts',
  'test/resilience/scheduled-requests.test.ts',
  'test/resilience/soak.test.ts',
  'test/resilience/write-cost.test.ts',
  // window, first-run, closing and profiles show the app; the contract tests have access, and the packed command is the built one
  'test/e2e/access.electron.test.ts',
  'test/e2e/actions.electron.test.ts',
  'test/e2e/change-requests.electron.test.ts',
  'test/e2e/connections.electron.test.ts',
  'test/e2e/copies.electron.test.ts',
  'test/e2e/dialogs.electron.test.ts',
  'test/e2e/frame.electron.test.ts',
  'test/e2e/package.test.ts',
  'test/e2e/reproducible.test.ts',
  'test/e2e/safe-mode.electron.test.ts',
  'test/e2e/upgrade-report.test.ts',
  // ten-tasks goes through these areas
  'test/e2e/banners.test.ts',
  'test/e2e/details.test.ts',
  'test/e2e/environments.test.ts',
  'test/e2e/people.test.ts',
  'test/e2e/releases.test.ts',
  'test/e2e/signals.test.ts',
  // the sequence sends requests of all operations
  'test/resilience/fuzz/former-operations.fuzz.test.ts',
  'test/resilience/fuzz/operations.fuzz.test.ts',
  // contract has what the window reads and writes, copy what passes between two sides, sdks and mirror the answers
  'test/interop/bad-requests.test.ts',
  'test/interop/exchange.test.ts',
  'test/interop/mirror-sdks.test.ts',
  'test/interop/pages.test.ts',
  'test/interop/promotion-by-files.test.ts',
  'test/interop/promotion.test.ts',
  'test/interop/pull.test.ts',
  'test/interop/window.test.ts',
  // test/e2e has the tasks of most areas, flags the richest screens
  'test/screens/access.test.ts',
  'test/screens/actions.test.ts',
  'test/screens/admin-instance.test.ts',
  'test/screens/blast-radius.test.ts',
  'test/screens/change-requests.test.ts',
  'test/screens/contexts.test.ts',
  'test/screens/expectations.test.ts',
  'test/screens/former-versions.test.ts',
  'test/screens/gallery.test.ts',
  'test/screens/impact.test.ts',
  'test/screens/instance.test.ts',
  'test/screens/integrations.test.ts',
  'test/screens/lists.test.ts',
  'test/screens/missing-rights.test.ts',
  'test/screens/overrides.test.ts',
  'test/screens/palette.test.ts',
  'test/screens/past.test.ts',
  'test/screens/people.test.ts',
  'test/screens/policies.test.ts',
  'test/screens/releases.test.ts',
  'test/screens/sign-in.test.ts',
  'test/screens/signals.test.ts',
  'test/screens/unsaved.test.ts',
]

/** Runs in which all of the rest has had its turn. */
export const SHARES = 6

/** Files of the rest that a run of CI leaves to others: it has half an hour. Contract tests see together each status that is declared. */
export const leftToOthers = (share: number): string[] =>
  REST.filter((file) => /^test\/(?!contract\/)/.test(file)).filter((_, at) => at % SHARES !== share % SHARES)

interface Suite {
  /** Names of files, or parts of them, as vitest takes them. */
  files: readonly string[]
  env: Readonly<Record<string, string>>
}

/** Runs of vitest that are everything together: `npm test` and `npm run test:rest`. */
export const SUITES = {
  telling: { files: [], env: { HALYARD_TELLING: '1' } },
  rest: { files: [LONG.replace('**/*', ''), ...REST], env: {} },
} as const satisfies Record<string, Suite>

/** Globs that a run leaves out beside those of its projects. */
export function leftOut(env: NodeJS.ProcessEnv): string[] {
  if (env['HALYARD_TELLING'] === '1') return [LONG, ...REST]
  const share = env['HALYARD_SHARE']
  return share === undefined ? [] : leftToOthers(Number(share))
}
