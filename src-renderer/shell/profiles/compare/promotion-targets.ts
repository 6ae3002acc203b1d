import type { Profile } from '../../../../src-shared/desktop/profiles.ts'

/** Finds the profiles that can take flags of the window's one: Halyards, which have scenario files. */
export const targetsOf = (profiles: readonly Profile[]): Profile[] =>
  profiles.filter(({ isCurrent, kind }) => !isCurrent && kind !== 'original')

/** Explains why no profile can take a flag; undefined: some can. */
export const lackOfTargets = (profiles: readonly Profile[] | undefined): string | undefined =>
  profiles === undefined || targetsOf(profiles).length > 0
    ? undefined
    : 'This is the only profile that is a Halyard. Add another one in Settings, Profiles.'
