import type { Profile } from '#shared/desktop/profiles.ts'

/** Finds the profiles that can take flags of the window's one. */
export const targetsOf = (profiles: readonly Profile[]): Profile[] =>
  profiles.filter(({ isCurrent }) => !isCurrent)

/** Explains why no profile can take a flag; undefined: some can. */
export const lackOfTargets = (profiles: readonly Profile[] | undefined): string | undefined =>
  profiles === undefined || targetsOf(profiles).length > 0
    ? undefined
    : 'This is the only instance. Add another one in Settings, Instances.'
