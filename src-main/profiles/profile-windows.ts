import type { ProfileId } from '#shared/desktop/profiles.ts'

/** Windows of the app, as far as profiles need them. */
export interface ProfileWindows {
  /** Profiles that have a window. */
  withWindow(): ReadonlySet<ProfileId>
  /** Shows a profile: in the asking window, or in one of its own. A window that it has already comes to the front. */
  show(id: ProfileId, where: 'here' | 'new window', asking: ProfileId): Promise<void>
  /** Closes the windows of a profile that is to be deleted, with what is typed there. */
  closeOf(id: ProfileId): void
  /** Shows profiles anew: in the frames of windows, and in their pages. */
  refresh(): void
}
