/** Files of tests that take long, by their name: apart from the quick loop, and from `npm test`. */
export const LONG = '**/*.long.test.ts'

/**
 * Files that `npm test` leaves to `npm run test:rest`, beside the long ones, with the seconds that they take on a machine with nothing else
 * to do: suites of areas in which others are more telling for their time.
 */
export const DEAR = {
  // a copy of a real service brings over the same and more
  'src-main/profiles/copy/copies.test.ts': 20,
  // single limits have contract tests; this is the whole window and service at all of them
  'test/performance/limits/limits.test.ts': 280,
  // passwords and sign-in have the limits of guesses, this one those of many behind one address
  'test/contract/access/shared-address.contract.test.ts': 30,
  // the whole service is killed, and its power cut, in torture, sigkill and service-power-cut
  'test/resilience/actions-kill.test.ts': 40,
  'test/resilience/integrations-kill.test.ts': 25,
  'test/resilience/kill-signals.test.ts': 25,
  'test/resilience/large-soak.test.ts': 100,
  // the simulation meets what it is there to find
  'test/resilience/planted-bugs.long.test.ts': 150,
  'test/resilience/power-cut.test.ts': 35,
  'test/resilience/scarce-resources.test.ts': 30,
  'test/resilience/scheduled-requests.test.ts': 40,
  'test/resilience/soak.test.ts': 190,
  'test/resilience/write-cost.test.ts': 25,
  // window, first-run, closing and profiles show the app; the contract tests have access, and the packed command is the built one
  'test/e2e/access.electron.test.ts': 25,
  'test/e2e/actions.electron.test.ts': 10,
  'test/e2e/change-requests.electron.test.ts': 10,
  'test/e2e/connections.electron.test.ts': 45,
  'test/e2e/copies.electron.test.ts': 15,
  'test/e2e/dialogs.electron.test.ts': 30,
  'test/e2e/frame.electron.test.ts': 40,
  'test/e2e/package.test.ts': 35,
  'test/e2e/pictures.test.ts': 25,
  'test/e2e/reproducible.test.ts': 30,
  'test/e2e/safe-mode.electron.test.ts': 100,
  'test/e2e/upgrade-report.test.ts': 35,
  // ten-tasks goes through these areas
  'test/e2e/banners.test.ts': 5,
  'test/e2e/details.test.ts': 5,
  'test/e2e/environments.test.ts': 5,
  'test/e2e/people.test.ts': 15,
  'test/e2e/releases.test.ts': 5,
  'test/e2e/signals.test.ts': 5,
  // the sequence sends requests of all operations
  'test/resilience/fuzz/former-operations.fuzz.test.ts': 10,
  'test/resilience/fuzz/other-operations.fuzz.test.ts': 60,
  'test/resilience/fuzz/posted-operations.fuzz.test.ts': 75,
  // contract has what the window reads and writes, copy what passes between two sides, sdks and mirror the answers
  'test/interop/bad-requests.test.ts': 35,
  'test/interop/exchange.test.ts': 92,
  'test/interop/mirror-sdks.test.ts': 95,
  'test/interop/pages.test.ts': 110,
  'test/interop/promotion-by-files.test.ts': 75,
  'test/interop/promotion.test.ts': 250,
  'test/interop/pull.test.ts': 30,
  'test/interop/window.test.ts': 137,
  // test/e2e has the tasks of most areas, flags the richest screens
  'test/screens/access.test.ts': 70,
  'test/screens/actions.test.ts': 40,
  'test/screens/admin-instance.test.ts': 120,
  'test/screens/blast-radius.test.ts': 30,
  'test/screens/change-requests.test.ts': 80,
  'test/screens/contexts.test.ts': 15,
  'test/screens/expectations.test.ts': 20,
  'test/screens/former-versions.test.ts': 20,
  'test/screens/gallery.test.ts': 70,
  'test/screens/impact.test.ts': 35,
  'test/screens/instance.test.ts': 95,
  'test/screens/integrations.test.ts': 25,
  'test/screens/lists.test.ts': 70,
  'test/screens/missing-rights.test.ts': 95,
  'test/screens/overrides.test.ts': 20,
  'test/screens/palette.test.ts': 20,
  'test/screens/past.test.ts': 40,
  'test/screens/people.test.ts': 60,
  'test/screens/policies.test.ts': 30,
  'test/screens/releases.test.ts': 45,
  'test/screens/sign-in.test.ts': 20,
  'test/screens/signals.test.ts': 60,
  'test/screens/unsaved.test.ts': 20,
} as const satisfies Record<string, number>

export const REST = Object.keys(DEAR)

/** Files of `npm test` that CI deals out like the rest, with their seconds: the dearest of areas in which each run of CI has others. */
export const DEALT = {
  // the snippets run as they are in sdk-snippets
  'test/conformance/changing-snippets.long.test.ts': 30,
  // contract meets the real service in each run
  'test/interop/mirror.test.ts': 240,
  'test/interop/copy.test.ts': 75,
  'test/interop/sdks.test.ts': 45,
  // promote-original has the rules of the batches, the contract of actions theirs
  'src-main/profiles/promotion/original/import-batches.test.ts': 14,
  'test/property/action-rules.test.ts': 20,
  // compiled and traced evaluation, the past and the rules of changes keep theirs in each run
  'test/property/blast-radius.long.test.ts': 13,
  'test/property/expectation-gates.test.ts': 13,
  'test/property/policies.test.ts': 16,
  'test/property/remote-pull.long.test.ts': 12,
  'test/property/result-changes.test.ts': 14,
  'test/property/undo.test.ts': 12,
  // the contract of the app's instances is in e2e and interop
  'src-main/profiles/mirror-profiles.test.ts': 12,
  'src-main/profiles/profiles.test.ts': 19,
  // sdk-snippets and interop have the newest of each
  'test/conformance/old-sdks.long.test.ts': 20,
  // a part of the contract runs on PostgreSQL in each run, and several Halyards share one
  'test/postgres/chaos/chaos.test.ts': 28,
  'test/postgres/failure.test.ts': 14,
  'test/postgres/leased-halyards.test.ts': 16,
  'test/postgres/move.test.ts': 20,
  'test/postgres/pg-bouncer.test.ts': 12,
  'test/postgres/sealing-key.test.ts': 16,
  'test/postgres/several-retries.test.ts': 15,
  // window, first-run and npm-start show the app in each run, ten-tasks the pages
  'test/e2e/action-set-rules.test.ts': 30,
  'test/e2e/change-requests.test.ts': 25,
  'test/e2e/closing.electron.test.ts': 40,
  'test/e2e/drafts.electron.test.ts': 20,
  'test/e2e/machine.electron.test.ts': 20,
  'test/e2e/manners.electron.test.ts': 22,
  'test/e2e/mirror.electron.test.ts': 27,
  'test/e2e/editors.test.ts': 30,
  'test/e2e/failed-actions.test.ts': 12,
  'test/e2e/instance.test.ts': 14,
  'test/e2e/oidc.test.ts': 20,
  'test/e2e/read-own-writes.test.ts': 15,
  'test/e2e/remotes.test.ts': 13,
  'test/e2e/saml.test.ts': 14,
  'test/e2e/import-request.test.ts': 12,
  'test/e2e/override.test.ts': 16,
  'test/e2e/profiles.electron.test.ts': 40,
  'test/e2e/request-instead.test.ts': 12,
  'test/e2e/tour.electron.test.ts': 25,
  'test/screens/due-soon.test.ts': 16,
  'test/screens/flags.test.ts': 140,
  'test/screens/low-window.test.ts': 16,
  'test/screens/mirror.test.ts': 27,
  'test/screens/mirror-way.test.ts': 16,
  'test/screens/notices.test.ts': 14,
  'test/screens/overlap.test.ts': 20,
  'test/screens/shell.test.ts': 75,
  // documented-commands and serve run the command in each run
  'test/e2e/command-connections.test.ts': 14,
  'test/e2e/documented-senders.test.ts': 16,
  'test/e2e/from-edge.test.ts': 16,
  'test/e2e/git-workflows.test.ts': 25,
  'test/e2e/signal-folder.test.ts': 24,
  // serve kills the built service in each run, the simulation ends it in all ways
  'test/resilience/damaged-file.test.ts': 12,
  'test/resilience/torture.test.ts': 25,
  'test/resilience/two-processes.test.ts': 17,
  'test/resilience/sigkill.test.ts': 25,
  'test/resilience/forwarding-kill.test.ts': 27,
  'test/resilience/service-power-cut.test.ts': 18,
  'test/resilience/signal-proof.test.ts': 24,
} as const satisfies Record<string, number>

/** Runs in which all of them have had their turn. */
export const SHARES = 20

/** Contract tests see together each status that is declared, so all of them are in each run. */
const isShared = ([file]: readonly [string, number]): boolean => !file.startsWith('test/contract/')

/** Files by share: the dearest first, each into the share that takes the least so far. */
const shares = Object.entries({ ...DEAR, ...DEALT })
  .filter(isShared)
  .sort(([, one], [, other]) => other - one)
  .reduce(
    (all, [file, seconds]) => {
      const least = all.reduce((cheapest, one) => (one.seconds < cheapest.seconds ? one : cheapest))
      least.files.push(file)
      least.seconds += seconds
      return all
    },
    Array.from({ length: SHARES }, () => ({ files: [] as string[], seconds: 0 })),
  )

/** Parts of the suites that run on a second engine, too: each run of CI has one of them there. */
const PARTS = 4

/** Files that a run of CI leaves to others on the second engine. */
export function leftOnSecondEngine(files: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const share = env['HALYARD_SHARE']
  return share === undefined ? [] : files.filter((_, at) => at % PARTS !== Number(share) % PARTS)
}

/** Files that a run of CI leaves to others: it has half an hour. */
export const leftToOthers = (share: number): string[] =>
  shares.flatMap(({ files }, at) => (at === share % SHARES ? [] : files))

/** Seconds of the shares. */
export const costsOfShares = (): number[] => shares.map(({ seconds }) => seconds)

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
